/// What only the sandbox of AutoDetail Hub can do differently.
public struct AutoDetailHubOptions: Sendable, Hashable {
    /// The key that every sandbox of AutoDetail Hub accepts by default.
    public static let defaultKey = "org_1705671234_sandbox000001"

    /// The keys that are accepted. They do not expire.
    public var apiKeys: [String]
    /// How long the address for an upload is valid; 60 seconds, as documented.
    public var uploadLife: Duration
    /// Whether the names of photos are kept in their addresses. Otherwise each upload gets a name of its own, and a
    /// linked photo another one.
    public var keepsPhotoNames: Bool

    /// The documented back end with one key, unless the arguments say otherwise.
    public init(
        apiKeys: [String] = [defaultKey], uploadLife: Duration = .seconds(60), keepsPhotoNames: Bool = true
    ) {
        self.apiKeys = apiKeys
        self.uploadLife = uploadLife
        self.keepsPhotoNames = keepsPhotoNames
    }

    func check() throws(SandboxError) {
        try SandboxError.require(uploadLife > .zero, "Upload life", else: "it must be above 0")
    }
}
