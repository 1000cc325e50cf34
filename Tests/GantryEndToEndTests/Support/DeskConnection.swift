import Glibc
import Synchronization

/// A connection to a desk on which one request comes after the other.
final class DeskConnection: Sendable {
    private let port: Int
    /// `nil` while it isn't open.
    private let kept = Mutex<Int32?>(nil)

    init(port: Int) { self.port = port }
    deinit { end() }

    /// Closes it; the next request opens another one.
    func end() { if let socket = take() { close(socket) } }

    private func take() -> Int32? {
        kept.withLock { kept in
            defer { kept = nil }
            return kept
        }
    }

    /// Sends these very bytes and returns the first answer that comes. A long request may be answered before its end.
    /// - Returns: nothing where the desk closes the connection without an answer.
    func exchange(_ request: [UInt8]) throws -> [UInt8] {
        if let socket = take() {
            let answer = try exchange(request, on: socket)
            // The desk may have closed it after the request before.
            if !answer.isEmpty { return answer }
        }
        return try exchange(request, on: open())
    }

    private func exchange(_ request: [UInt8], on socket: Int32) throws -> [UInt8] {
        var isOpen = true
        defer { if isOpen { kept.withLock { $0 = socket } } else { close(socket) } }
        var rest = request[...]
        while !rest.isEmpty {
            let sent = unsafe rest.withUnsafeBytes {
                unsafe Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if sent < 0, errno == EINTR { continue }
            guard sent > 0 else { break }
            rest = rest.dropFirst(sent)
        }
        let hasBody = !request.starts(with: Array("HEAD ".utf8))
        var answer: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while !Self.isWhole(answer, hasBody: hasBody) {
            let count = unsafe block.withUnsafeMutableBytes { unsafe recv(socket, $0.baseAddress, $0.count, 0) }
            if count < 0, errno == EINTR { continue }
            if count < 0, errno != ECONNRESET {
                isOpen = false
                throw HarnessError("No answer: \(unsafe String(cString: strerror(errno)))")
            }
            guard count > 0 else {
                isOpen = false
                break
            }
            answer += block[..<count]
        }
        return answer
    }

    private func open() throws -> Int32 {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        unsafe setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        unsafe setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let connected = unsafe withUnsafePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else {
            close(socket)
            throw HarnessError("Nobody listens on port \(port)")
        }
        return socket
    }

    private static func isWhole(_ answer: [UInt8], hasBody: Bool) -> Bool {
        let text = String(decoding: answer.prefix(8_192), as: UTF8.self)
        guard let end = text.firstRange(of: "\r\n\r\n") else { return false }
        let head = text[..<end.upperBound].lowercased()
        guard let field = head.firstRange(of: "content-length: ") else { return false }
        let length = hasBody ? Int(head[field.upperBound...].prefix { $0.isNumber }) ?? 0 : 0
        return answer.count >= head.utf8.count + length
    }
}
