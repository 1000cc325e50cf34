internal import GantryFiles
internal import GantryModel

/// Random bytes that open something, compared in a time that doesn't tell how much of a guess is right.
struct RandomKey: Sendable {
    private let bytes: [UInt8]

    /// New ones from the system's generator.
    init(bytes count: Int) {
        var random = SystemRandomNumberGenerator()
        bytes = (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    /// As an address, a cookie or a form carries them.
    var text: String { hexadecimal(bytes) }

    /// Whether a text is these bytes.
    func matches(_ text: some StringProtocol) -> Bool { RandomKey.areEqual(self.text, text) }

    /// A code of a text that only who has these bytes can make (HMAC-SHA-256).
    func code(of text: String) -> String { hexadecimal(messageCode(of: Array(text.utf8), key: bytes)) }

    /// The same time for every text of one length; the length is no secret.
    static func areEqual(_ one: some StringProtocol, _ two: some StringProtocol) -> Bool {
        guard one.utf8.count == two.utf8.count else { return false }
        return zip(one.utf8, two.utf8).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
