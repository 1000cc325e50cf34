internal import GantryFiles

/// Hands the body of one transfer to libcurl, counted and at the client's pace. Confined to the transfer thread.
///
/// What was handed over need not be on the wire; what was not handed over certainly isn't.
final class BodySender {
    let length: Int

    /// Whether all of the body was handed over at least once. A repetition that breaks off doesn't change that.
    private(set) var wasHandedWhole: Bool

    private let body: HTTPBody
    private let meter: TransferMeter?
    private let pace: SendPace?
    private let id: Int
    /// Whether libcurl has the whole body from the start.
    private let isGiven: Bool
    private var reader: BodyReader?
    private var handed = 0

    init(_ transfer: Transfer, id: Int, pace: SendPace?) {
        let request = transfer.request
        isGiven = transfer.body != nil
        body = request.body
        length = request.body.length
        meter = request.meter
        self.id = id
        self.pace = pace
        wasHandedWhole = length == 0
    }

    /// Whether nothing is handed over because it is the turn of others.
    var isWaiting: Bool { pace?.isWaiting(id) ?? false }

    /// Opens the body's files and starts at its first byte.
    func start() throws(FileError) {
        guard !isGiven else {
            takeBack()
            handed = length
            meter?.add(length)
            wasHandedWhole = true
            return
        }
        if reader == nil { reader = try BodyReader(body) }
        rewind()
    }

    func rewind() {
        reader?.rewind()
        takeBack()
    }

    /// Puts the next bytes at the front of `buffer` and says how many, 0 at the end; nil while it is the turn of
    /// others.
    func send(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int? {
        var wanted = min(buffer.count, length - handed)
        guard let reader, wanted > 0 else { return 0 }
        if let pace {
            wanted = pace.take(wanted, of: length, for: id, now: MonotonicTime.now())
            guard wanted > 0 else { return nil }
        }
        let count = unsafe try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
        handed += count
        meter?.add(count)
        if handed == length { wasHandedWhole = true }
        return count
    }

    /// The transfer has ended.
    func end(isSuccess: Bool) {
        pace?.leave(id)
        reader = nil
        if !isSuccess { takeBack() }
    }

    private func takeBack() {
        meter?.add(-handed)
        handed = 0
    }
}
