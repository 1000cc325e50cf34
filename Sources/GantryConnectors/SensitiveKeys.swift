/// Keys that are withheld from the records of every system. Case, `_` and `-` make no difference.
public enum SensitiveKeys {
    /// Those of every system.
    public static let everywhere = [
        "password", "passwordHash", "hashedPassword", "passwd", "token", "accessToken", "refreshToken", "sessionToken",
        "authToken",
        "confirmationToken", "apiKey", "xApiKey", "secret", "clientSecret", "privateKey", "authorization", "cookie",
        "signature", "sig",
        "cpr", "cprNr", "cprNumber", "cprNo",
    ]
}
