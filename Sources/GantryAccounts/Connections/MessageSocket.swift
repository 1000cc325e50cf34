package import GantryConnectors
package import GantryEngine
internal import GantryHTTP
internal import GantryModel

/// One WebSocket for all rows of a run, on which a text counts as taken when its echo comes back.
///
/// It is opened when it is first needed. After a failure texts go another way for a while; then it is opened again.
package actor MessageSocket {
    package enum Outcome: Sendable {
        case taken(Receipt)
        /// Not a byte of the text has left.
        case notSent
        /// It left, and no echo came.
        case lost(String)
    }

    /// When a socket is abandoned, and how long to wait for it.
    struct Patience: Sendable {
        var echo = Duration.seconds(5)
        /// Between a text without an echo and the end of the wait, so that a server that has it can show it.
        var settling = Duration.seconds(2)
        var reopening = Duration.seconds(5)
        /// Sockets without any echo, one after the other, before it is opened no more.
        var silentSockets = 3
    }

    private struct Waiting {
        let socket: Socket
        let echo: @Sendable ([UInt8]) -> Receipt?
        let continuation: CheckedContinuation<Receipt?, Never>
    }

    private let open: @Sendable (SocketMessage) async throws -> Socket
    private let patience = Patience()
    private let announce: @Sendable (String) -> Void
    private let turn: @Sendable () async throws -> Void
    private var socket: Socket?
    private var opening: Task<Socket?, Never>?
    private var reopensAt = ContinuousClock.now
    private var silentSockets = 0
    private var isClosed = false
    private var isAnnounced = false
    private var waiting: [Int: Waiting] = [:]
    private var nextID = 0

    /// - Parameters:
    ///   - announce: Receives the reason why there is no socket, once for each time that an existing one could not be
    ///     opened again.
    ///   - turn: Waits until a text may leave; by default it may at once.
    ///   - open: Opens the socket that a text is for; all texts are for the same.
    init(
        announce: @escaping @Sendable (String) -> Void = { _ in },
        turn: @escaping @Sendable () async throws -> Void = {},
        open: @escaping @Sendable (SocketMessage) async throws -> Socket
    ) {
        self.announce = announce
        self.turn = turn
        self.open = open
    }

    /// Sends a text and waits for its echo.
    package func send(_ message: SocketMessage) async -> Outcome {
        do { try await turn() } catch { return .notSent }
        guard let socket = await opened(for: message) else { return .notSent }
        let end = ContinuousClock.now + patience.settling
        let id = nextID
        nextID += 1
        let alarm = Task { [patience] in
            do { try await Task.sleep(for: patience.echo) } catch { return }
            self.give(up: socket, waitingFor: id)
        }
        defer { alarm.cancel() }
        let receipt = await withCheckedContinuation { continuation in
            // It waits before it is sent, because the echo may be faster than the sender.
            waiting[id] = Waiting(socket: socket, echo: message.echo, continuation: continuation)
            Task {
                do { try await socket.send(message.text) } catch { self.fail(socket) }
            }
        }
        if let receipt { return .taken(receipt) }
        // The server may have got the text and be about to store it.
        do { try await Task.sleep(until: end) } catch {}
        return .lost("The WebSocket did not echo it.")
    }

    func close() async {
        isClosed = true
        let socket = socket
        self.socket = nil
        await socket?.close()
    }

    // MARK: Opening

    private func opened(for message: SocketMessage) async -> Socket? {
        if let socket { return socket }
        guard !isClosed, silentSockets < patience.silentSockets else { return nil }
        if let opening { return await opening.value }
        guard ContinuousClock.now >= reopensAt else { return nil }
        let task = Task { await self.openNow(for: message) }
        opening = task
        let socket = await task.value
        opening = nil
        return socket
    }

    private func openNow(for message: SocketMessage) async -> Socket? {
        do {
            let socket = try await open(message)
            self.socket = socket
            isAnnounced = false
            silentSockets += 1
            Task {
                for await text in socket.texts { self.receive(text) }
                self.fail(socket)
            }
            return socket
        } catch {
            // Whatever is wrong with the account or the server, the request that is sent instead will show it.
            if !isAnnounced {
                announce((error as? any ExplainedError)?.explanation ?? "it can't be opened.")
            }
            isAnnounced = true
            silentSockets += 1
            reopensAt = .now + patience.reopening
            return nil
        }
    }

    // MARK: Echoes

    private func receive(_ text: [UInt8]) {
        for (id, one) in waiting.sorted(by: { $0.key < $1.key }) {
            guard let receipt = one.echo(text) else { continue }
            silentSockets = 0
            waiting[id] = nil
            return one.continuation.resume(returning: receipt)
        }
    }

    /// A socket that misses an echo is not used again: a late echo could be mistaken for that of another text.
    private func give(up socket: Socket, waitingFor id: Int) {
        if waiting[id] != nil { fail(socket) }
    }

    private func fail(_ failed: Socket) {
        if socket === failed {
            socket = nil
            reopensAt = .now + patience.reopening
        }
        for (id, one) in waiting where one.socket === failed {
            waiting[id] = nil
            one.continuation.resume(returning: nil)
        }
        Task { await failed.close() }
    }
}
