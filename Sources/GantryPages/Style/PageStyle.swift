internal import FoundationEssentials
internal import GantryFiles

/// The style of every page, which the program holds.
package enum PageStyle {
    /// `pages.css`, in UTF-8.
    package static var bytes: [UInt8] { PackageResources.pages_css }

    /// What a report may load: nothing but its one style, which is in it.
    package static let policy: String = {
        let digest = Data(SHA256Hasher.digest(of: bytes)).base64EncodedString()
        return
            "default-src 'none'; style-src 'sha256-\(digest)'; img-src data:; base-uri 'none'; form-action 'none'"
    }()
}
