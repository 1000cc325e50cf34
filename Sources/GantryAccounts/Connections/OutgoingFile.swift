package import GantryEngine
package import GantryFiles
package import GantryFormats

/// A file to be sent.
package struct OutgoingFile: Sendable {
    package let content: FileContent
    /// The file name that is sent to the server: the last component of its path.
    package let name: String
    package let contentType: String
    /// What a converted photo was made from; `nil` for a file that is sent as it is.
    package let origin: FileFingerprint.Origin?

    /// - Parameter path: what the sheet calls the file; of a converted photo, with the ending of a JPEG image.
    package init(_ content: FileContent, _ type: MediaType, of path: String, origin: FileFingerprint.Origin? = nil) {
        self.content = content
        name = path.utf8.split(separator: UInt8(ascii: "/")).last.map { String(Substring($0)) } ?? path
        contentType = type.mimeType
        self.origin = origin
    }

    /// Its fingerprint in the ledger.
    package var fingerprint: FileFingerprint {
        FileFingerprint(
            digest: content.digest.description, length: content.length, checksum: content.checksum?.description,
            origin: origin)
    }

    /// Whether this is the content in the ledger, also if that has no checksum.
    package func matches(_ fingerprint: FileFingerprint?) -> Bool {
        fingerprint?.digest == content.digest.description && fingerprint?.length == content.length
    }
}
