public import GantryModel

/// What a server's certificate says, after it was verified.
public struct ServerCertificate: Sendable, Equatable {
    /// Whom it is for: `CN = ksrcranes.dk`.
    public let subject: String
    /// Who signed it.
    public let issuer: String
    /// When it ends; `nil` for a time that can't be read.
    public let expiresAt: Instant?

    /// - Parameter fields: as libcurl lists them: `Expire date:Nov 23 15:44:28 2026 GMT`.
    init(_ fields: [String]) {
        func value(_ name: String) -> String? {
            fields.first { $0.hasPrefix(name + ":") }.map { String($0.dropFirst(name.count + 1)) }
        }
        subject = singleLine(value("Subject") ?? "", limit: 200)
        issuer = singleLine(value("Issuer") ?? "", limit: 200)
        expiresAt = value("Expire date").flatMap(ServerCertificate.instant)
    }

    /// Reads a time as OpenSSL prints it: `Nov 23 15:44:28 2026 GMT`, and as libcurl does with other libraries:
    /// `2026-11-23 15:44:28 GMT`.
    static func instant(_ text: String) -> Instant? {
        let words = text.split(separator: " ").map(String.init)
        if words.count >= 2, let instant = Instant("\(words[0])T\(words[1])Z") { return instant }
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        guard words.count >= 4, let month = months.firstIndex(of: words[0]), let day = Int(words[1]) else { return nil }
        func two(_ number: Int) -> String { (number < 10 ? "0" : "") + String(number) }
        return Instant("\(words[3])-\(two(month + 1))-\(two(day))T\(words[2])Z")
    }
}
