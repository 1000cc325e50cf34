import GantryFiles
import Testing

@Suite("Base32") struct Base32Tests {
    /// RFC 4648, section 10, without the padding and what it stands for.
    @Test(
        "is that of the RFC",
        arguments: [
            ("", 0, ""), ("f", 1, "M"), ("fo", 3, "MZX"), ("foo", 4, "MZXW"), ("foob", 6, "MZXW6Y"),
            ("fooba", 8, "MZXW6YTB"), ("foobar", 9, "MZXW6YTBO"),
        ])
    func vectors(bytes: String, count: Int, text: String) {
        #expect(Base32.text(bytes.utf8, count: count) == text)
    }
}
