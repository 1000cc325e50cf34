import Glibc

/// Where a parser's bytes come from. It outlives the parser that reads it: the parser's callbacks know only this box.
final class XMLInput {
    /// The current bytes, the next of them and the end of them.
    private var buffer: [UInt8]
    private var next: Int
    private var end: Int
    private let file: Int32?
    /// Gives the next bytes of a document that is neither in memory nor a file of its own; none at its end.
    private let more: (() throws(XMLError) -> [UInt8])?
    private let limits: XMLLimits
    private var taken: Int64 = 0
    private var watch: XMLGuard
    private var isAtEnd = false
    let source: String
    /// The line of the last byte that was read, from 1.
    var line: Int { watch.line }
    /// Why reading ended early. libxml2 reports it as a document that stops short.
    private(set) var failure: XMLError?

    /// The error of a document whose bytes end inside an element, which libxml2 describes as something else.
    var cutOff: XMLError? {
        guard isAtEnd, watch.depth > 0 else { return nil }
        let reason = "the document is cut off: it ends while \(watch.depth) elements are open"
        return XMLError(.malformed, source: source, line: watch.line, reason: reason)
    }

    init(bytes: [UInt8], source: String, limits: XMLLimits) {
        buffer = bytes
        next = 0
        end = bytes.count
        file = nil
        more = nil
        self.limits = limits
        watch = XMLGuard(limits)
        self.source = source
    }

    init(source: String, limits: XMLLimits, more: @escaping () throws(XMLError) -> [UInt8]) {
        buffer = []
        next = 0
        end = 0
        file = nil
        self.more = more
        self.limits = limits
        watch = XMLGuard(limits)
        self.source = source
    }

    init(file path: String, limits: XMLLimits) throws(XMLError) {
        let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw XMLInput.unreadable(path, "can't be opened", errno: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw XMLInput.unreadable(path, "is not a regular file", errno: 0)
        }
        buffer = [UInt8](repeating: 0, count: 1 << 16)
        next = 0
        end = 0
        file = descriptor
        more = nil
        self.limits = limits
        watch = XMLGuard(limits)
        source = path
    }

    deinit {
        if let file { close(file) }
    }

    /// Copies the next bytes into `target`: how many, 0 at the end, -1 when `failure` says why not.
    func read(into target: UnsafeMutableRawBufferPointer) -> Int32 {
        guard failure == nil else { return -1 }
        if next == end, let file { refill(from: file) }
        if next == end, let more { refill(from: more) }
        guard failure == nil else { return -1 }
        let count = min(target.count, end - next)
        guard count > 0, let start = target.baseAddress else {
            isAtEnd = true
            return 0
        }
        // Before the first byte is handed over, because the parser asks for four bytes to begin with.
        if taken == 0,
            let reason = unsafe buffer.withUnsafeBytes({
                unsafe XMLGuard.refusesEncoding(.init(rebasing: $0[next..<end]))
            })
        {
            failure = XMLError(.encoding, source: source, line: 1, reason: reason)
            return -1
        }
        unsafe buffer.withUnsafeBytes { unsafe start.copyMemory(from: $0.baseAddress! + next, byteCount: count) }
        next += count
        taken += Int64(count)
        guard taken <= limits.bytes else {
            failure = XMLError(
                .limit, source: source, line: watch.line, reason: "the document has more than \(limits.bytes) bytes")
            return -1
        }
        let block = unsafe UnsafeRawBufferPointer(rebasing: target[..<count])
        if let (code, reason) = unsafe watch.check(block) {
            failure = XMLError(code, source: source, line: watch.line, reason: reason)
            return -1
        }
        return Int32(count)
    }

    private func refill(from more: () throws(XMLError) -> [UInt8]) {
        do throws(XMLError) {
            buffer = try more()
            next = 0
            end = buffer.count
        } catch {
            failure = error
        }
    }

    private func refill(from file: Int32) {
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe Glibc.read(file, $0.baseAddress, $0.count) }
            if count >= 0 {
                next = 0
                end = count
                return
            }
            if errno == EINTR { continue }
            failure = XMLInput.unreadable(source, "can't be read", errno: errno)
            return
        }
    }

    private static func unreadable(_ path: String, _ what: String, errno number: Int32) -> XMLError {
        let why = unsafe number == 0 ? "" : ": " + String(cString: strerror(number))
        return XMLError(.unreadable, source: path, reason: "the file \(what)\(why)", errno: number)
    }
}
