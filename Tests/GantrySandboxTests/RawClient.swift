import NIOCore
import NIOPosix

/// Reads the bytes of a connection as they come, for answers that never end.
struct RawClient {
    let port: Int
    let token: String?

    /// Asks for a path and reads until `enough` says so of all bytes so far, or the server ends the connection.
    func get(_ path: String, until enough: @Sendable ([UInt8]) -> Bool) async throws -> [UInt8] {
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            let authorization = token.map { "Authorization: Bearer \($0)\r\n" } ?? ""
            try await outbound.write(
                ByteBuffer(string: "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1\r\n\(authorization)\r\n"))
            var bytes: [UInt8] = []
            for try await buffer in inbound {
                bytes += Array(buffer: buffer)
                if enough(bytes) { break }
            }
            return bytes
        }
    }
}
