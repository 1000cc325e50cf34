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
    /// Below the connection's base address, percent-encoded where it must be.
    public let path: String
    /// What is sent, ``WriteBody/none`` by default.
    public let body: WriteBody
    /// Whether it has its effect once also when it arrives twice.
    public let isRepeatable: Bool

    /// A request without a body that must not arrive twice, by default.
    public init(_ method: Method, _ path: String, _ body: WriteBody = .none, isRepeatable: Bool = false) {
        self.method = method
        self.path = path
        self.body = body
        self.isRepeatable = isRepeatable
    }

    /// `POST /path`, for a plan or a message.
    public var description: String { "\(method.rawValue) \(path)" }
}

/// What a request carries.
public enum WriteBody: Sendable {
    case none
    /// A JSON text.
    case json(String)
    /// A form with files, in order.
    case form([FormPart])
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
    /// The file that the row has in a field, to an address that is asked for first, without the connection's
    /// credentials. The address may hold for seconds only, so it is asked for when its turn has come.
    ///
    /// What it asks for is one name for one content: an address where something stands already and may not be replaced
    /// (412) is taken for success.
    case store(
        field: String, ask: @Sendable (_ fileName: String, _ contentType: String) -> WriteRequest,
        address: @Sendable ([UInt8]) -> StoreAddress?)
    /// Over the connection's WebSocket, where its echo stands for the answer; as a request where no socket can be had.
    case message(SocketMessage, otherwise: WriteRequest)
    /// Not at all: what a look at the server has shown speaks against it.
    case refuse(RowProblem)
    /// Not together: each row of the group is to be sent alone. Only where what has arrived may arrive again.
    case split(RowProblem)
    /// Not needed: the server has the effect already.
    case confirmed([Receipt])
}

/// A text over a WebSocket (RFC 6455) of which the server sends the sender an echo.
public struct SocketMessage: Sendable {
    /// The socket's path below the connection's base address.
    public let path: String
    /// Under which name the address's query has the token.
    public let tokenName: String
    /// What is sent, as one text message.
    public let text: String
    /// The receipt where a text of the server is the echo of this one, and `nil` for any other.
    public let echo: @Sendable ([UInt8]) -> Receipt?

    /// A message that waits for the text that `echo` accepts.
    public init(path: String, tokenName: String, text: String, echo: @escaping @Sendable ([UInt8]) -> Receipt?) {
        self.path = path
        self.tokenName = tokenName
        self.text = text
        self.echo = echo
    }
}

/// Where a file is to be put.
public struct StoreAddress: Sendable {
    /// The whole address with its signature: a secret for as long as it holds.
    public let url: String
    /// What the server calls the stored file.
    public let reference: String

    /// Both texts as the server gave them.
    public init(url: String, reference: String) {
        self.url = url
        self.reference = reference
    }
}

/// An answer to a step that stands for success: a 2xx one, or a 412 of a store that has the file.
public struct StepAnswer: Sendable {
    /// The status of the answer, 200...299 or 412.
    public let status: Int
    /// The bytes of the answer, which may be empty.
    public let body: [UInt8]
    /// The reference of what was stored, where the step stored something.
    public let reference: String

    /// An answer to a step that stored nothing, unless `reference` says otherwise.
    public init(status: Int, body: [UInt8], reference: String = "") {
        self.status = status
        self.body = body
        self.reference = reference
    }
}
