internal import GantryModel

/// A text as one part of a path (RFC 3986, 3.3): characters that could end it or change the path are percent-encoded.
///
/// A point too: alone or doubled it would be a step in the path.
func pathPart(_ text: String) -> String { percentEncoded(text, keeping: "-_~") }

/// An address without its query and fragment, which can contain signatures.
func withoutQuery(_ url: String) -> String {
    String(Substring(url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }))
}
