import FoundationEssentials
import GantryCrypto

/// The address that a photo is put to: good for a while, and only for the type that it was made for. The signature is
/// an HMAC over all of that with a key that this process drew, so nobody can make one or move one to another name.
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
            "\(origin)\(photo.path)?X-Amz-Expires=\(ends)&X-Amz-SignedHeaders=content-type&X-Amz-Signature=\(signature(photo, type, ends))"
    }

    /// Whether a request may put a photo there now.
    func allows(_ photo: PhotoAddress, type: String, query: [String: String]) -> Bool {
        guard let ends = query["X-Amz-Expires"].flatMap({ Int($0) }), Self.milliseconds < ends else { return false }
        return query["X-Amz-Signature"] == signature(photo, type, ends)
    }

    private func signature(_ photo: PhotoAddress, _ type: String, _ ends: Int) -> String {
        let code = messageCode(of: Array("PUT\n\(photo.path)\n\(type)\n\(ends)".utf8), key: key)
        return code.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }
}
