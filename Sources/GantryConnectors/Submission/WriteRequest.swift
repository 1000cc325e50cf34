public import GantryEngine

/// A request that has an effect at the server.
public struct WriteRequest: Sendable {
    /// The methods with an effect that connectors use (RFC 9110, 9.3; `PATCH`: RFC 5789).
    public enum Method: String, Sendable {
        case post = "POST"
        case put = "PUT"
        case patch = "PATCH"
    }

    /// The method, spelled on the wire as its raw value.
    public let method: Method
    /// Below the connection's base address, percent-encoded if necessary.
    public let path: String
    /// The body, ``WriteBody/none`` by default.
    public let body: WriteBody
    /// Whether it may arrive several times without the ledger's knowledge, because it has no effect by itself.
    public let isRepeatable: Bool

    /// Headers besides those that every request and the body have. None by default.
    public let headers: [(name: String, value: String)]

    /// A request without a body whose every try is in the ledger, by default.
    public init(
        _ method: Method, _ path: String, body: WriteBody = .none, isRepeatable: Bool = false,
        headers: [(name: String, value: String)] = []
    ) {
        self.method = method
        self.path = path
        self.body = body
        self.isRepeatable = isRepeatable
        self.headers = headers
    }

    /// `POST /path`, for a plan or a message.
    public var description: String { "\(method.rawValue) \(path)" }
}

/// The body of a request.
public enum WriteBody: Sendable {
    case none
    /// A JSON text.
    case json(String)
    /// A form with files, in order.
    case form([FormPart])
    /// The file that the first row has in a field of the sheet, and nothing else.
    case file(field: String, contentType: String)
    /// A JSON text with a file in it as base64 (RFC 4648, 4), between `before` and `after`. It is held in memory: for
    /// small files.
    case jsonWithFile(before: String, field: String, after: String)
}

/// A part of a form.
public enum FormPart: Sendable {
    case text(name: String, String)
    /// The file that the first row has in a field of the sheet.
    case file(name: String, field: String)
}

/// How a step is sent.
public enum StepRequest: Sendable {
    /// To the connection's server.
    case call(WriteRequest)
    /// The file of a field, to an address that is requested first, without the connection's credentials. The address
    /// may be valid for seconds only, so it is requested just before it is needed.
    ///
    /// The name belongs to one content only: if the address already has a file that may not be replaced (412), that
    /// counts as success.
    case store(
        field: String, ask: @Sendable (_ fileName: String, _ contentType: String) -> WriteRequest,
        address: @Sendable ([UInt8]) -> StoreAddress?)
    /// Over the connection's WebSocket, whose echo serves as the answer; as a request if no socket is available.
    case message(SocketMessage, otherwise: WriteRequest)
    /// Not at all: a lookup has shown a reason against it.
    case refuse(RowProblem)
    /// The rows can't be sent together: each row of the group must be sent alone. Only if what has arrived may arrive
    /// again.
    case split(RowProblem)
    /// Not needed: the server has the effect already.
    case confirmed([Receipt])
}

/// A text over a WebSocket (RFC 6455), which the server echoes to the sender.
public struct SocketMessage: Sendable {
    /// The socket's path below the connection's base address.
    public let path: String
    /// Under which name the address's query has the token.
    public let tokenName: String
    /// The content, as one text message.
    public let text: String
    /// The receipt if a text of the server is the echo of this one, and `nil` for any other.
    public let echo: @Sendable ([UInt8]) -> Receipt?
}

/// The address to put a file to.
public struct StoreAddress: Sendable {
    /// The whole address with its signature: a secret while it is valid.
    public let url: String
    /// What the server calls the stored file.
    public let reference: String
}

/// A successful answer to a step: 2xx, or a 412 of a store that already has the file.
public struct StepAnswer: Sendable {
    /// The status of the answer, 200...299 or 412.
    public let status: Int
    /// The bytes of the answer, which may be empty.
    public let body: [UInt8]
    /// The reference of the stored file, if the step stored one.
    public let reference: String

    /// An answer to a step that stored nothing, unless `reference` says otherwise.
    public init(status: Int, body: [UInt8], reference: String = "") {
        self.status = status
        self.body = body
        self.reference = reference
    }
}
