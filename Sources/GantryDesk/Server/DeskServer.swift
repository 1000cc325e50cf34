internal import GantryModel
internal import GantryTerminal
internal import Hummingbird
internal import Logging

/// Serves the desk to this machine alone.
package enum DeskServer {
    /// Where it listens.
    static let host = "127.0.0.1"

    /// Starts it and returns when it listens.
    ///
    /// - Parameter port: 0 takes a free one.
    /// - Throws: `UsageError` when it can't listen there.
    package static func start(_ desk: Desk, port: Int) async throws -> RunningDesk {
        let responder = DeskResponder(desk)
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            responder: responder,
            configuration: .init(address: .hostname(host, port: port), serverName: nil),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? port) },
            // Addresses hold names of periods and runs, and one of them the key.
            logger: Logger(label: "gantry.desk", factory: { _ in SwiftLogNoOpLogHandler() }))
        let serving = Task {
            defer { listening.finish() }
            try await application.run()
        }
        for await boundPort in ports {
            let entrance = responder.open(port: boundPort)
            return RunningDesk(address: "http://\(host):\(boundPort)", entrance: entrance, serving: serving)
        }
        do {
            try await serving.value
        } catch {
            throw UsageError(
                "The desk can't listen on \(host):\(port): \(error).",
                advice: "Choose another --port; 0 takes a free one.")
        }
        throw CancellationError()
    }
}

/// A desk that listens. It runs until ``stop()``.
package struct RunningDesk: Sendable {
    /// For example `http://127.0.0.1:40123`.
    package let address: String
    /// What opens it once, within two minutes.
    package var link: String { address + entrance }
    private let entrance: String
    private let serving: Task<Void, any Error>

    init(address: String, entrance: String, serving: Task<Void, any Error>) {
        self.address = address
        self.entrance = entrance
        self.serving = serving
    }

    /// Closes all connections and stops listening.
    package func stop() async {
        serving.cancel()
        // A cancelled server ends with a cancellation error, which is expected.
        _ = await serving.result
    }
}
