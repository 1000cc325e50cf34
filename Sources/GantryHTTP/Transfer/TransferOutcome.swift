import CCurl
import Glibc

/// Turns the end of a transfer into an answer or an error.
enum TransferOutcome {
    static func result(
        _ code: CURLcode, of transfer: Transfer, easy: EasyHandle, context: TransferContext, proxy: String?
    ) -> Result<HTTPResponse, HTTPError> {
        guard code == CURLE_OK || refusedBody(code, easy: easy, context: context) else {
            return .failure(error(code, of: transfer, easy: easy, context: context, proxy: proxy))
        }
        guard context.headersEnded || transfer.request.files != nil else {
            // libcurl calls it a success with an empty body when the connection ends among the headers.
            var error = HTTPError(.truncated, "the answer ended inside its headers", request: transfer.request)
            error.mayHaveReachedServer = context.reachedServer
            error.bodyWasIncomplete = !context.sender.wasHandedWhole
            return .failure(error)
        }
        var response = HTTPResponse(
            status: transfer.request.files == nil ? context.status : 200, headers: context.headers,
            body: context.takeBody(), effectiveURL: transfer.url.text,
            version: version(easy), timings: timings(easy)
        )
        response.certificate = context.certificate
        response.usedProxy =
            easy.fact(CURLINFO_HTTP_CONNECTCODE) > 0
            || (proxy != nil && easy.fact(CURLINFO_PRIMARY_PORT) != transfer.url.origin.port)
        response.bodyWasIncomplete = !context.sender.wasHandedWhole
        response.hashed = context.hashedBody
        return .success(response)
    }

    /// Whether the server refused the request while its body was still being sent, and then cut the connection: its
    /// status says more than the cut.
    private static func refusedBody(_ code: CURLcode, easy: EasyHandle, context: TransferContext) -> Bool {
        guard context.failure == nil, context.headersEnded, context.status >= 400,
            [.reset, .truncated].contains(kind(of: code))
        else {
            return false
        }
        return easy.fact(offset: CURLINFO_SIZE_UPLOAD_T) < context.sender.length
    }

    private static func error(
        _ code: CURLcode, of transfer: Transfer, easy: EasyHandle, context: TransferContext, proxy: String?
    ) -> HTTPError {
        var kind = kind(of: code)
        var reason = easy.explanation(of: code)
        if let failure = context.failure {
            (kind, reason) = (failure.code, failure.reason)
        } else if code == CURLE_OUT_OF_MEMORY, context.reachedServer, !context.headersEnded {
            // libcurl 7.88 says this for a single header line of more than 100 KiB.
            (kind, reason) = (.headersTooLarge, "a header line is too large for libcurl")
        } else if kind == .invalidRequest, context.reachedServer {
            // libcurl's message for an answer that does not begin like HTTP.
            kind = .reset
        } else if !context.reachedServer || kind == .connectFailed || kind == .nameNotFound {
            (kind, reason) = noConnection(code, easy: easy, to: transfer.url.origin, proxy: proxy)
        }
        var error = HTTPError(kind, reason, request: transfer.request)
        error.curlCode = Int(code.rawValue)
        error.mayHaveReachedServer = context.reachedServer
        error.bodyWasIncomplete = !context.sender.wasHandedWhole
        error.cause = context.failure?.cause
        if context.headersEnded { error.status = context.status }
        if transfer.request.files != nil, context.failure == nil { error.fileFault = context.refusedKey ?? fault(code) }
        return error
    }

    /// Why the connection failed.
    ///
    /// - Parameter proxy: what messages call the proxy; `nil` where none is used.
    static func noConnection(
        _ code: CURLcode, easy: EasyHandle, to origin: CheckedURL.Origin, proxy: String?
    ) -> (code: HTTPError.Code, reason: String) {
        if let proxy, let failure = proxyFailure(code, easy: easy, to: origin, proxy: proxy) { return failure }
        let kind = kind(of: code)
        return switch kind {
        case .timeout: (kind, "no connection within the time allowed: " + easy.explanation(of: code))
        case .connectFailed:
            (kind, unconnected(origin, error: Int32(truncatingIfNeeded: easy.fact(CURLINFO_OS_ERRNO))))
        case .nameNotFound: (kind, "the name \(origin.host) was not found")
        default: (kind, easy.explanation(of: code))
        }
    }

    /// What failed at the proxy; `nil` for what failed behind it or without it.
    private static func proxyFailure(
        _ code: CURLcode, easy: EasyHandle, to origin: CheckedURL.Origin, proxy: String
    ) -> (code: HTTPError.Code, reason: String)? {
        let place = "\(origin.host):\(origin.port)"
        switch code {
        case CURLE_COULDNT_RESOLVE_PROXY: return (.nameNotFound, "the name of \(proxy) was not found")
        // So says libcurl of a SOCKS proxy too.
        case CURLE_COULDNT_RESOLVE_HOST where !easy.explanation(of: code).contains(origin.host):
            return (.nameNotFound, "the name of \(proxy) was not found")
        case CURLE_COULDNT_CONNECT:
            let words = easy.explanation(of: code)
            // libcurl names the host that it could not reach.
            guard !words.contains("to \(origin.host) port \(origin.port)") else { return nil }
            let error = Int32(truncatingIfNeeded: easy.fact(CURLINFO_OS_ERRNO))
            guard error != ECONNREFUSED else { return (.connectFailed, "connection refused by \(proxy)") }
            return (
                .connectFailed,
                "no connection to \(proxy)" + (error == 0 ? "" : unsafe " (\(String(cString: strerror(error))))")
            )
        case CURLE_PROXY:
            let answer = CURLproxycode(UInt32(truncatingIfNeeded: easy.fact(CURLINFO_PROXY_ERROR)))
            let isRefusal = [CURLPX_USER_REJECTED, CURLPX_NO_AUTH, CURLPX_REPLY_NOT_ALLOWED].contains(answer)
            return (
                isRefusal ? .proxyRefused : .connectFailed,
                "\(proxy) doesn't connect to \(place): \(easy.explanation(of: code))"
            )
        default:
            let status = easy.fact(CURLINFO_HTTP_CONNECTCODE)
            guard status >= 300 else { return nil }
            return switch status {
            // tinyproxy answers 401 to a wrong account.
            case 401, 407: (.proxyRefused, "\(proxy) asks for an account (\(status))")
            case 400..<500: (.proxyRefused, "\(proxy) refuses to connect to \(place) (status \(status))")
            default: (.connectFailed, "\(proxy) can't connect to \(place) (status \(status))")
            }
        }
    }

    private static func unconnected(_ origin: CheckedURL.Origin, error: Int32) -> String {
        let place = "\(origin.host):\(origin.port)"
        guard error != ECONNREFUSED else { return "connection refused by \(place)" }
        return "no connection to \(place)" + (error == 0 ? "" : unsafe " (\(String(cString: strerror(error))))")
    }

    static func kind(of code: CURLcode) -> HTTPError.Code {
        switch code {
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameNotFound
        case CURLE_COULDNT_CONNECT: .connectFailed
        case CURLE_OPERATION_TIMEDOUT: .timeout
        case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
            .tls
        case CURLE_GOT_NOTHING: .noAnswer
        case CURLE_PARTIAL_FILE: .truncated
        case CURLE_BAD_CONTENT_ENCODING: .badEncoding
        case CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT: .invalidRequest
        case CURLE_ABORTED_BY_CALLBACK: .cancelled
        case CURLE_FAILED_INIT, CURLE_OUT_OF_MEMORY, CURLE_BAD_FUNCTION_ARGUMENT, CURLE_UNKNOWN_OPTION,
            CURLE_NOT_BUILT_IN:
            .setUp
        default: .reset
        }
    }

    private static func version(_ easy: EasyHandle) -> HTTPResponse.Version {
        switch easy.fact(CURLINFO_HTTP_VERSION) {
        case CURL_HTTP_VERSION_1_0: .http10
        case CURL_HTTP_VERSION_1_1: .http11
        case CURL_HTTP_VERSION_2_0: .http2
        default: .other
        }
    }

    private static func timings(_ easy: EasyHandle) -> HTTPResponse.Timings {
        var timings = HTTPResponse.Timings()
        timings.newConnection = easy.fact(CURLINFO_NUM_CONNECTS) > 0
        if timings.newConnection {
            let connected = max(
                easy.fact(offset: CURLINFO_APPCONNECT_TIME_T), easy.fact(offset: CURLINFO_CONNECT_TIME_T))
            timings.connected = .microseconds(connected)
        }
        timings.firstByte = .microseconds(easy.fact(offset: CURLINFO_STARTTRANSFER_TIME_T))
        timings.total = .microseconds(easy.fact(offset: CURLINFO_TOTAL_TIME_T))
        return timings
    }
}
