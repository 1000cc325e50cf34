internal import FoundationEssentials
internal import GantryFiles
internal import GantryModel
internal import GantryPages

/// The style, the script and the icon, which the program holds. Their names have their digests, so that no old one is
/// used.
enum DeskAssets {
    struct Asset: Sendable {
        let path: String
        let type: String
        let bytes: [UInt8]
        /// For the attribute `integrity`.
        let integrity: String

        init(_ name: String, ending: String, type: String, bytes: [UInt8]) {
            let digest = SHA256Hasher.digest(of: bytes)
            path = "\(DeskAddress.assets)\(name)-\(hexadecimal(digest.prefix(6))).\(ending)"
            self.type = type
            self.bytes = bytes
            integrity = "sha256-" + Data(digest).base64EncodedString()
        }
    }

    static let style = Asset("style", ending: "css", type: "text/css; charset=utf-8", bytes: PageStyle.bytes)
    static let script = Asset(
        "desk", ending: "js", type: "text/javascript; charset=utf-8", bytes: PackageResources.desk_js)

    /// What a browser shows beside the title: the beam of a gantry on its two legs.
    static let icon = Asset(
        "icon", ending: "svg", type: "image/svg+xml",
        bytes: Array(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 16 16\"><path fill=\"#3a8694\" d=\"M1 3h14v3h-2v8h-2V6H5v8H3V6H1z\"/></svg>"
                .utf8))

    static func answer(_ path: some StringProtocol) -> DeskAnswer? {
        guard let asset = [style, script, icon].first(where: { $0.path == path }) else { return nil }
        return DeskAnswer(status: 200, type: asset.type, content: .bytes(asset.bytes))
    }
}
