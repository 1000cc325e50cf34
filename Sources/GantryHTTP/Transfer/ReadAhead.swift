import GantryFiles
import Synchronization

/// Reads and proves a body of files ahead of its sending, so that the transfer thread only copies: taking the digest of a file
/// takes longer than sending it over a fast line.
///
/// The transfer thread takes pieces; this reads the next ones meanwhile: one before the transfer begins, then two. It is told to
/// the thread when a piece is there that it had to wait for.
actor ReadAhead {

    private struct State {
        /// Pieces in their order, of the first `taken` bytes of the first are handed over.
        var ready: [[UInt8]] = []
        var taken = 0
        var isReading = false
        var isAtEnd = false
        var failure: FileError?
        /// Whether the thread came and found nothing.
        var isAwaited = false
        /// Whether something was handed over.
        var isBegun = false
        /// Counts the beginnings: what was read for an earlier one is dropped.
        var round = 0
        var whenReady: (@Sendable () -> Void)?
    }

    private let reader: BodyReader
    private let memory: PieceMemory
    private var round = 0
    private nonisolated let state = Mutex(State())

    /// Opens every file of the body.
    init(_ body: HTTPBody, _ memory: PieceMemory) throws(FileError) {
        reader = try BodyReader(body)
        self.memory = memory
    }

    deinit { for piece in state.withLock({ $0.ready }) { memory.give(piece) } }

    // MARK: For the transfer thread

    /// Reads the first pieces; `whenReady` is called, from any thread, each time that there is a piece after ``take(into:)`` found none.
    nonisolated func begin(whenReady: @escaping @Sendable () -> Void) {
        state.withLock { $0.whenReady = whenReady }
        readOn()
    }

    /// Goes back to the first byte.
    nonisolated func rewind() {
        state.withLock { state in
            guard state.isBegun else { return }
            state.round += 1
            (state.ready, state.taken) = ([], 0)
            (state.isAtEnd, state.failure, state.isBegun, state.isAwaited) = (false, nil, false, false)
        }
        readOn()
    }

    /// Whether ``take(into:)`` found nothing and there is still nothing.
    nonisolated var isAwaited: Bool { state.withLock { $0.isAwaited } }

    /// Puts the next bytes at the front of `buffer` and says how many, 0 at the end; nil when they are not read yet.
    ///
    /// - Throws: `FileError`; `.changed` instead of the last bytes of a file that is not what it was.
    nonisolated func take(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int? {
        var used: [UInt8]?
        let count: Result<Int?, FileError> = state.withLock { state in
            guard let first = state.ready.first else {
                if let failure = state.failure { return .failure(failure) }
                if state.isAtEnd { return .success(0) }
                state.isAwaited = true
                return .success(nil)
            }
            let count = min(buffer.count, first.count - state.taken)
            first.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[state.taken..<(state.taken + count)])) }
            state.taken += count
            state.isBegun = true
            if state.taken == first.count {
                used = state.ready.removeFirst()
                state.taken = 0
            }
            return .success(count)
        }
        if let used { memory.give(used) }
        readOn()
        return try count.get()
    }

    /// Starts to read where there is room and nobody does.
    private nonisolated func readOn() {
        let isNeeded = state.withLock { state in
            guard !state.isReading, Self.hasRoom(state) else { return false }
            state.isReading = true
            return true
        }
        if isNeeded { Task { await read() } }
    }

    private static func hasRoom(_ state: State) -> Bool { state.ready.count < (state.isBegun ? 2 : 1) && !state.isAtEnd && state.failure == nil }

    // MARK: Reading

    private func read() {
        while let wanted = next() {
            if wanted != round {
                reader.rewind()
                round = wanted
            }
            do throws(FileError) { keep(try piece(), nil) } catch { keep([], error) }
        }
    }

    /// The round to read the next piece for; nil when there is no room.
    private func next() -> Int? {
        state.withLock { state in
            guard Self.hasRoom(state) else {
                state.isReading = false
                return nil
            }
            return state.round
        }
    }

    /// The next bytes; none at the end.
    private func piece() throws(FileError) -> [UInt8] {
        var piece = memory.take()
        try piece.append(addingCapacity: PieceMemory.pieceBytes) { (span) throws(FileError) in
            try span.withUnsafeMutableBufferPointer { (free, count) throws(FileError) in
                count = try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(free)[..<PieceMemory.pieceBytes]))
            }
        }
        return piece
    }

    private func keep(_ piece: [UInt8], _ failure: FileError?) {
        let tell = state.withLock { state -> (@Sendable () -> Void)? in
            guard state.round == round else { return nil }
            state.failure = failure
            if failure == nil, piece.isEmpty { state.isAtEnd = true } else if failure == nil { state.ready.append(piece) }
            guard state.isAwaited else { return nil }
            state.isAwaited = false
            return state.whenReady
        }
        tell?()
    }
}

/// Memory of pieces that were handed over, for the next ones of any transfer.
final class PieceMemory: Sendable {
    /// Bytes of a piece: few enough for many transfers, and enough that their number does not matter.
    static let pieceBytes = 192 * 1024

    private let free = Mutex<[[UInt8]]>([])

    /// An empty array, with room for a piece if there is one left.
    func take() -> [UInt8] { free.withLock { $0.popLast() } ?? [] }

    func give(_ piece: [UInt8]) {
        var piece = piece
        piece.removeAll(keepingCapacity: true)
        free.withLock { if $0.count < 4 { $0.append(piece) } }
    }
}
