internal import FoundationEssentials
internal import GantryConnectors
internal import GantryFiles
internal import GantryHTTP

extension HTTPRequest {
    /// A request that has an effect, below a base address.
    ///
    /// - Throws: `HTTPError` with `bodyUnreadable` or `bodyChanged` for a file whose content has changed.
    init(_ request: WriteRequest, base: String, files: [String: OutgoingFile]) throws(HTTPError) {
        var headers = [HeaderField("Accept", "application/json")]
        let body: HTTPBody
        var carriesFile = false
        switch request.body {
        case .none: body = .none
        case .json(let text):
            headers.append(HeaderField("Content-Type", "application/json"))
            body = .text(text)
        case .jsonWithFile(let before, let field, let after):
            carriesFile = true
            headers.append(HeaderField("Content-Type", "application/json"))
            let target = HTTPRequest(HTTPMethod(request.method.rawValue), base + request.path)
            body = .text(before + (try HTTPRequest.base64(of: files[field], for: target)) + after)
        case .file(let field, let type):
            carriesFile = true
            headers.append(HeaderField("Content-Type", HeaderValue(type)))
            guard let file = files[field] else {
                let target = HTTPRequest(HTTPMethod(request.method.rawValue), base + request.path)
                throw HTTPError(.bodyUnreadable, "There is no file to send.", request: target)
            }
            body = .content(file.content)
        case .form(let parts):
            carriesFile = true
            body = .multipart(
                MultipartForm(
                    parts.compactMap { part -> MultipartForm.Part? in
                        switch part {
                        case .text(let name, let text): return .text(name, text)
                        case .file(let name, let field):
                            guard let file = files[field] else { return nil }
                            return .file(name, named: file.name, contentType: file.contentType, content: file.content)
                        }
                    }))
        }
        self.init(
            HTTPMethod(request.method.rawValue), base + request.path, headers: headers, body: body,
            timeouts: carriesFile ? .transfer : .ordinary, mayRepeat: request.isRepeatable)
        for header in request.headers { setHeader(header.name, HeaderValue(header.value)) }
        // A new connection for each of thousands of small requests would cost more than the requests.
        connection = .recent
    }

    private static func base64(of file: OutgoingFile?, for request: HTTPRequest) throws(HTTPError) -> String {
        guard let file else { return "" }
        do throws(FileError) {
            return Data(try FileContentReader(file.content).whole()).base64EncodedString()
        } catch {
            var failure = HTTPError(
                error.code == .changed ? .bodyChanged : .bodyUnreadable, error.explanation, request: request)
            failure.cause = error
            throw failure
        }
    }
}
