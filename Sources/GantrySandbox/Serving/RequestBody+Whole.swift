import HTTPTypes
import Hummingbird
import NIOCore

/// The client disconnected before the end of the body that it announced.
struct BodyCutShort: Error {}

extension RequestBody {
    /// The body; nil where it is longer than `limit` bytes. The rest of a long body is read and dropped, so that the
    /// client can send all of it and then read the answer.
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
