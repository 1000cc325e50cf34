/// VynqTalk, a messenger, in its documented contract: names, addresses, what its records share.
///
/// Every answer is `{success, data, message}`. A failure can come with HTTP 200 and `success: false`; then `data` is
/// absent. Users are sent with the hash of their password, wherever they stand: it is cut out.
public enum VynqTalk {
    /// The name in `gantry.yaml`.
    public static let system = "vynqtalk"
    public static let title = "VynqTalk"
    public static let environments = [
        "production": "https://api.vynqtalk.com", "staging": "https://staging-api.vynqtalk.com",
        "development": "http://localhost:8080",
    ]
    /// What stands before a dataset's name in pipeline files.
    public static let prefix = "vynqtalk"

    public static let roles = ["USER", "ADMIN"]
    public static let messageTypes = ["TEXT", "IMAGE", "AUDIO", "VIDEO", "FILE"]

    /// Keys that never leave the system.
    public static let withheldKeys = Withheld.everywhere
}
