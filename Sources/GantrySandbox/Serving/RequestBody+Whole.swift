import HTTPTypes
import Hummingbird
import NIOCore

/// The client went away before the length that it had announced.
struct BodyCutShort: Error {}

extension RequestBody {
    /// The whole body; nil where it is longer than `limit` bytes. The rest of such a body is read and dropped, so that
    /// the client is not broken off before it reads the answer.
    ///
    /// - Parameter announced: The value of Content-Length, if there was one.
    /// - Throws: ``BodyCutShort`` for a body that ends early, and what the connection throws.
    func whole(upTo limit: Int, announced: String?) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        var received = 0
        for try await buffer in self {
            received += buffer.readableBytes
            if received <= limit { bytes.append(contentsOf: buffer.readableBytesView) } else { bytes = [] }
        }
        if let announced = announced.flatMap({ Int($0) }), announced != received { throw BodyCutShort() }
        return received <= limit ? bytes : nil
    }
}
