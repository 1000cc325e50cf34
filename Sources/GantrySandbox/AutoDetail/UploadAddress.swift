import FoundationEssentials
internal import GantryFiles
internal import GantryModel

/// The address for the upload of a photo: valid for a while, and only for one type. The signature is an HMAC of all of
/// that with a random key of this process, so nobody else can create or change an address.
struct UploadAddress: Sendable {
    private let key = (0..<32).map { _ in UInt8.random(in: 0 ... .max) }
    private let life: Duration

    init(life: Duration) { self.life = life }

    private static var milliseconds: Int { Int(Date().timeIntervalSince1970 * 1_000) }

    private var milliseconds: Int {
        Int(life.components.seconds) * 1_000 + Int(life.components.attoseconds / 1_000_000_000_000_000)
    }

    /// The address of a photo of this type, from now on.
    func text(_ photo: PhotoAddress, type: String, origin: String) -> String {
        let ends = Self.milliseconds + milliseconds
        return
            "\(origin)\(photo.path)?X-Amz-Expires=\(ends)&X-Amz-SignedHeaders=content-type&X-Amz-Signature=\(signature(of: photo, type: type, ends: ends))"
    }

    /// Whether a request may upload a photo there now.
    func allows(_ photo: PhotoAddress, type: String, query: [String: String]) -> Bool {
        guard let ends = query["X-Amz-Expires"].flatMap({ Int($0) }), Self.milliseconds < ends else { return false }
        return query["X-Amz-Signature"] == signature(of: photo, type: type, ends: ends)
    }

    private func signature(of photo: PhotoAddress, type: String, ends: Int) -> String {
        hexadecimal(messageCode(of: Array("PUT\n\(photo.path)\n\(type)\n\(ends)".utf8), key: key))
    }
}
