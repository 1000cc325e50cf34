import CCurl
internal import GantryFiles
internal import GantryModel

/// What the callbacks of one transfer read and write. It is retained for libcurl until the handle has left the multi
/// handle and is reset, and it is separate from the objects whose clean-up can still make libcurl call back.
@safe final class TransferContext {
    let request: HTTPRequest
    private let easy: UnsafeMutableRawPointer
    private let configuration: HTTPClientConfiguration
    let sender: BodySender
    private var headerBytes = 0
    private var reserved = false

    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    private(set) var headersEnded = false
    private(set) var body: [UInt8] = []

    /// What the request wanted to know.
    private(set) var certificate: ServerCertificate?

    /// Of a body that is hashed instead of kept.
    private(set) var hashed = HashedBody()
    private var hasher = ContentHasher()

    /// The key of a file server, where it was not accepted.
    var refusedKey: FileFault?

    /// Whether the request began to leave.
    private(set) var reachedServer = false

    /// Why a callback ended the transfer.
    private(set) var failure: (code: HTTPError.Code, reason: String, cause: (any ExplainedError)?)?

    init(
        _ transfer: Transfer, easy: UnsafeMutableRawPointer, configuration: HTTPClientConfiguration, pace: SendPace?
    ) {
        request = transfer.request
        unsafe self.easy = unsafe easy
        self.configuration = configuration
        sender = BodySender(transfer, id: Int(bitPattern: easy), pace: pace)
    }

    /// The transfer has ended.
    func end(isSuccess: Bool) {
        sender.end(isSuccess: isSuccess)
        if !isSuccess { request.meter?.add(-hashed.length) }
    }

    /// Gives the body away.
    func takeBody() -> [UInt8] {
        let result = body
        body = []
        return result
    }

    // MARK: Called by libcurl, through TransferContext+Callbacks.swift

    /// Called before a connection is made, with the address that a name was resolved to. False leaves this address out.
    ///
    /// A proxy may be on this machine. Only its port is compared, since whoever reaches that port reaches the proxy.
    func mayConnect(to address: [UInt8]?, port: Int?) -> Bool {
        guard !request.mayReachThisMachine, address.map(LocalAddresses.owns) ?? true else { return true }
        if let port, port == configuration.proxyPort { return true }
        failure = (.thisMachine, "the address points to this machine", nil)
        return false
    }

    /// Called before a request is sent on a connection. False ends the transfer.
    func mayStart() -> Bool {
        // An address that was left out no longer matters once another one took the connection.
        failure = nil
        if reachedServer, !request.mayRepeat {
            failure = (
                .reset, "the connection was lost after the request was sent, which must not be sent twice",
                nil
            )
            return false
        }
        guard unsafe EasyHandle.certificateNamesHost(easy) else {
            failure = (.tls, EasyHandle.namelessCertificate, nil)
            return false
        }
        if request.wantsCertificate { certificate = unsafe EasyHandle.certificate(easy).map { ServerCertificate($0) } }
        do throws(FileError) { try sender.start() } catch {
            fail(error)
            return false
        }
        reachedServer = true
        return true
    }

    /// Takes a header line with its line break. False ends the transfer.
    func receive(header bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        headerBytes += bytes.count
        guard headerBytes <= request.limits.headerBytes else {
            failure = (.headersTooLarge, "the headers are larger than \(request.limits.headerBytes) bytes", nil)
            return false
        }
        var line = unsafe bytes[...]
        while let last = unsafe line.last, last == 0x0A || last == 0x0D || last == 0x20 || last == 0x09 {
            unsafe line = unsafe line.dropLast()
        }
        if unsafe line.starts(with: "HTTP/".utf8) {
            // The final answer's headers replace those of an interim one.
            headers.removeAll()
            headersEnded = false
            let parts = unsafe line.split(separator: 0x20, maxSplits: 2)
            status = unsafe parts.count > 1 ? Int(String(decoding: parts[1], as: UTF8.self)) ?? 0 : 0
        } else if unsafe line.isEmpty {
            headersEnded = status >= 200
        } else if let colon = unsafe line.firstIndex(of: UInt8(ascii: ":")), unsafe colon > line.startIndex {
            let value = unsafe line[(colon + 1)...].drop { $0 == 0x20 || $0 == 0x09 }
            unsafe headers.append(
                String(decoding: line[..<colon], as: UTF8.self), String(decoding: value, as: UTF8.self))
            guard headers.agreesOnLength else {
                failure = (.reset, "the answer states two lengths of its body", nil)
                return false
            }
        }
        return true
    }

    /// What was hashed of the body, if the request asks for that.
    var hashedBody: HashedBody? {
        request.hashesBody ? HashedBody(length: hashed.length, digest: hasher.digest()) : nil
    }

    /// Takes decoded bytes of the body. False ends the transfer.
    func receive(body bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count <= request.limits.bodyBytes - body.count - hashed.length else {
            failure = (.bodyTooLarge, "the decoded body is larger than \(request.limits.bodyBytes) bytes", nil)
            return false
        }
        if request.hashesBody {
            unsafe hasher.update(bytes.span)
            hashed.length += bytes.count
            request.meter?.add(bytes.count)
            return true
        }
        if !reserved { reserve() }
        unsafe body.append(contentsOf: bytes)
        return true
    }

    /// Makes room for a stated length, but never much just because the server stated it.
    private func reserve() {
        reserved = true
        guard let length = headers.contentLength else { return }
        let expected =
            headers["content-encoding"] == nil ? length : length.multipliedReportingOverflow(by: 4).partialValue
        body.reserveCapacity(max(0, min(expected, request.limits.bodyBytes, 4 * 1024 * 1024)))
    }

    /// Hands over the next bytes of the request's body and returns what libcurl expects.
    func send(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        do throws(FileError) {
            return unsafe try sender.send(into: buffer) ?? Int(CURL_READFUNC_PAUSE)
        } catch {
            fail(error)
            return Int(CURL_READFUNC_ABORT)
        }
    }

    private func fail(_ error: FileError) {
        failure = (error.code == .changed ? .bodyChanged : .bodyUnreadable, error.explanation, error)
    }

    /// libcurl only ever goes back to the first byte.
    func rewind(to offset: Int) -> Bool {
        guard request.mayRepeat || !reachedServer, offset == 0 else { return false }
        sender.rewind()
        return true
    }
}
