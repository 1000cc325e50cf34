import CCurl
import Glibc

/// What the callbacks of one transfer read and write. It is retained for libcurl until the handle has left the multi handle
/// and is reset, and it is no part of the objects whose clean-up can still make libcurl call back.
final class TransferContext {
    private let request: HTTPRequest
    private let easy: UnsafeMutableRawPointer
    private var upload: [UInt8] = []
    private var uploaded = 0
    private var headerBytes = 0
    private var reserved = false

    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    private(set) var headersEnded = false
    private(set) var body: [UInt8] = []

    /// Whether the request began to leave.
    private(set) var reachedServer = false

    /// Why a callback ended the transfer.
    private(set) var failure: (code: HTTPError.Code, reason: String)?

    init(_ request: HTTPRequest, easy: UnsafeMutableRawPointer) {
        self.request = request
        self.easy = easy
        if case .bytes(let bytes) = request.body.source { upload = bytes }
    }

    /// Gives the body away.
    func takeBody() -> [UInt8] {
        let result = body
        body = []
        return result
    }

    // MARK: Called by libcurl through the functions below

    /// Called before a request is sent on a connection. False ends the transfer.
    fileprivate func mayStart() -> Bool {
        if reachedServer, !request.mayRepeat {
            failure = (.reset, "the connection was lost after the request was sent, and the request must not be sent twice")
            return false
        }
        guard certificateHasAlternativeName() else {
            failure = (.tls, "the server's certificate has no subject alternative name, so it names no host")
            return false
        }
        reachedServer = true
        return true
    }

    /// libcurl accepts a matching common name where a certificate has no alternative name; RFC 9110 4.3.4 does not.
    /// On a reused connection, and on a plain one, there are no certificates to see.
    private func certificateHasAlternativeName() -> Bool {
        var chain: UnsafeMutablePointer<curl_certinfo>?
        guard gantry_easy_get_certificates(easy, &chain) == CURLE_OK, let chain, chain.pointee.num_of_certs > 0 else { return true }
        var line = chain.pointee.certinfo[0]
        while let node = line {
            if let data = node.pointee.data, String(cString: data).hasPrefix("X509v3 Subject Alternative Name:") { return true }
            line = node.pointee.next
        }
        return false
    }

    /// Takes a header line with its line break. False ends the transfer.
    fileprivate func receive(header bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= request.limits.headerBytes else {
            failure = (.headersTooLarge, "the headers are larger than \(request.limits.headerBytes) bytes")
            return false
        }
        var line = bytes[...]
        while let last = line.last, last == 0x0A || last == 0x0D || last == 0x20 || last == 0x09 { line = line.dropLast() }
        if line.starts(with: "HTTP/".utf8) {
            // The final answer's headers replace those of an interim one.
            headers.removeAll()
            headersEnded = false
            let parts = line.split(separator: 0x20, maxSplits: 2)
            status = parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
        } else if line.isEmpty {
            headersEnded = status >= 200
        } else if let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex {
            let value = line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            headers.append(String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
        }
        return true
    }

    /// Takes decoded bytes of the body. False ends the transfer.
    fileprivate func receive(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= request.limits.bodyBytes - body.count else {
            failure = (.bodyTooLarge, "the body is larger than \(request.limits.bodyBytes) bytes when decoded")
            return false
        }
        if !reserved { reserve() }
        body.append(contentsOf: bytes)
        return true
    }

    /// Makes room for a stated length, but never much on the server's word alone.
    private func reserve() {
        reserved = true
        guard let length = headers.contentLength else { return }
        let expected = headers["content-encoding"] == nil ? length : length.multipliedReportingOverflow(by: 4).partialValue
        body.reserveCapacity(max(0, min(expected, request.limits.bodyBytes, 4 * 1024 * 1024)))
    }

    fileprivate func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, upload.count - uploaded)
        guard count > 0 else { return 0 }
        upload.withUnsafeBytes { buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[uploaded..<(uploaded + count)])) }
        uploaded += count
        return count
    }

    fileprivate func rewind(to offset: Int) -> Bool {
        guard request.mayRepeat || !reachedServer, (0...upload.count).contains(offset) else { return false }
        uploaded = offset
        return true
    }
}

// MARK: - The C side

extension TransferContext {
    /// Installs the callbacks. `pointer` must hold a retained context until the handle is reset.
    static func install(on easy: EasyHandle, pointer: UnsafeMutableRawPointer) throws(CurlRefusal) {
        try installSockets(on: easy)
        try easy.set(CURLOPT_WRITEDATA, pointer: pointer)
        try easy.set(receive: CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            TransferContext.received(bytes, size * count, context) { $0.receive(body: $1) }
        }
        try easy.set(CURLOPT_HEADERDATA, pointer: pointer)
        try easy.set(receive: CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            TransferContext.received(bytes, size * count, context) { $0.receive(header: $1) }
        }
        try easy.set(CURLOPT_READDATA, pointer: pointer)
        try easy.set(send: { bytes, size, count, context in
            guard let bytes, let context else { return Int(CURL_READFUNC_ABORT) }
            let buffer = UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue().send(into: buffer)
        })
        try easy.set(CURLOPT_SEEKDATA, pointer: pointer)
        try easy.set(seek: { context, offset, origin in
            guard let context, origin == 0 else { return Int32(CURL_SEEKFUNC_FAIL) }
            let moved = Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue().rewind(to: Int(offset))
            return Int32(moved ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL)
        })
        try easy.set(CURLOPT_PREREQDATA, pointer: pointer)
        try easy.set(prerequest: { context, _, _, _, _ in
            guard let context else { return Int32(CURL_PREREQFUNC_ABORT) }
            let may = Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue().mayStart()
            return Int32(may ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT)
        })
    }

    /// libcurl's own sockets stay open in child processes; these do not. It needs no context.
    private static func installSockets(on easy: EasyHandle) throws(CurlRefusal) {
        try easy.set(socket: { _, _, address in
            guard let address else { return -1 }
            return socket(address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
        })
    }

    /// Returns what libcurl wants: the number of bytes taken, or another number to end the transfer.
    private static func received(
        _ bytes: UnsafeMutablePointer<CChar>?, _ count: Int, _ context: UnsafeMutableRawPointer?,
        _ take: (TransferContext, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Int {
        guard count > 0 else { return 0 }
        guard let bytes, let context else { return 0 }
        let box = Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue()
        return bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
            take(box, UnsafeBufferPointer(start: $0, count: count)) ? count : 0
        }
    }
}
