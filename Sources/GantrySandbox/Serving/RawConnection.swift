import Glibc
import NIOCore
import NIOHTTP1

/// A step on a connection, below HTTP.
enum RawStep: Sendable {
    case send([UInt8])
    case pause(seconds: Double)
    /// Closes the connection (TCP FIN).
    case close
    /// Resets the connection (TCP RST).
    case reset
}

/// Writes bytes to a connection without the HTTP encoder, so that the client receives exactly what a fault asks for.
struct RawConnection {
    let channel: any Channel

    /// Performs the steps. A client that disconnects ends them early, without an error.
    ///
    /// - Throws: `CancellationError` when the server stops.
    func perform(_ steps: [RawStep]) async throws {
        do {
            for step in steps where channel.isActive { try await perform(step) }
        } catch let error as CancellationError {
            channel.close(promise: nil)
            throw error
        } catch {
            channel.close(promise: nil)
        }
    }

    private func perform(_ step: RawStep) async throws {
        switch step {
        case .send(let bytes): try await send(bytes)
        case .pause(let seconds): try await pause(seconds)
        case .close: try await channel.close()
        case .reset:
            // Closing with a linger time of zero makes the kernel send RST instead of FIN.
            if let socket = channel as? any SocketOptionProvider {
                try await socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            try await channel.close()
        }
    }

    private func send(_ bytes: [UInt8]) async throws {
        guard !bytes.isEmpty else { return }
        let channel = channel
        try await channel.eventLoop.flatSubmit {
            let written = channel.eventLoop.makePromise(of: Void.self)
            do {
                // Written from the encoder's position, the buffer skips the HTTP handlers.
                let encoder = try channel.pipeline.syncOperations.context(handlerType: HTTPResponseEncoder.self)
                encoder.writeAndFlush(NIOAny(ByteBuffer(bytes: bytes)), promise: written)
            } catch {
                written.fail(error)
            }
            return written.futureResult
        }.get()
    }

    /// Sleeps in short steps, because a stall may last an hour and must end when the client disconnects.
    private func pause(_ seconds: Double) async throws {
        let end = ContinuousClock.now + .seconds(seconds)
        while channel.isActive {
            let left = ContinuousClock.now.duration(to: end)
            guard left > .zero else { return }
            try await Task.sleep(for: min(left, .milliseconds(100)))
        }
    }
}
