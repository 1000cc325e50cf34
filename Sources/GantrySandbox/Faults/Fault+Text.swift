extension Fault: CustomStringConvertible {
    /// Reads a fault such as `work-entries:page=3:status=401:times=1`.
    ///
    /// The first part names the endpoint; `*` is every endpoint. The rest are words and `word=value` pairs in any
    /// order, separated by colons: `page`, `after`, `times`, and exactly one of the kinds in ``FaultSpelling/all``.
    /// `redirect`, `body`, `message` and `value` take the rest of the text, colons included, so they come last.
    ///
    /// - Throws: ``SandboxError`` with `.unreadableFault`, which quotes the part that is wrong.
    public init(_ text: String) throws(SandboxError) {
        var reader = FaultReader(text: text)
        self = try reader.fault()
    }

    /// The text that ``init(_:)`` reads back as the same fault.
    public var description: String {
        var parts = [endpoint ?? "*"]
        if let page { parts.append("page=\(page)") }
        if after > 0 { parts.append("after=\(after)") }
        if times != kind.defaultTimes { parts.append("times=\(times.map(String.init) ?? "always")") }
        return (parts + kind.parts).joined(separator: ":")
    }
}

extension Fault.Kind {
    /// How often a fault acts when its text does not specify it: once, or always for a lasting change.
    var defaultTimes: Int? {
        switch self {
        case .slow, .limit: return nil
        default: break
        }
        return lastsFromPage ? nil : 1
    }

    static let defaultMessage = "Ordered failure"

    fileprivate var parts: [String] {
        switch self {
        case .status(let code, let retryAfter, let body):
            ["status=\(code)"] + (retryAfter.map { ["retry-after=\($0.text)"] } ?? [])
                + (body.map { ["body=\($0)"] } ?? [])
        case .storedStatus(let code, let body): ["stored-status=\(code)"] + (body.map { ["body=\($0)"] } ?? [])
        case .limit(let most): ["limit=\(most)"]
        case .late(let seconds): ["late=\(seconds)"]
        case .escaped: ["escaped"]
        case .uncounted: ["uncounted"]
        case .unread: ["unread"]
        case .reset(let position): ["reset"] + at(position)
        case .close: ["close"]
        case .stall(let seconds, let position): ["stall=\(seconds)"] + at(position)
        case .truncate(let position): ["truncate"] + at(position)
        case .wrongLength(let difference): ["wrong-length=\(difference)"]
        case .garbage: ["garbage"]
        case .htmlPage: ["html"]
        case .gzipBomb(let mebibytes): ["gzip-bomb=\(mebibytes)"]
        case .endless: ["endless"]
        case .redirect(let address, let status): ["code=\(status)", "redirect=\(address)"]
        case .empty: ["empty"]
        case .falseSuccess(let message):
            ["false-success"] + (message == Self.defaultMessage ? [] : ["message=\(message)"])
        case .repeatPage: ["repeat-page"]
        case .totalChanges(let difference): ["total-changes=\(difference)"]
        case .recordAdded: ["record-added"]
        case .recordRemoved: ["record-removed"]
        case .ties: ["ties"]
        case .expireToken: ["expire-token"]
        case .record(let defect, let index):
            ["record=\(defect.kind.rawValue)", "index=\(index)"]
                + (defect.field.map { ["field=\($0)"] } ?? []) + (defect.value.map { ["value=\($0)"] } ?? [])
        case .slow(let seconds): ["slow=\(seconds)"]
        }
    }

    private func at(_ position: Int?) -> [String] { position.map { ["at=\($0)"] } ?? [] }
}

extension Fault.RetryAfter {
    fileprivate var text: String {
        switch self {
        case .seconds(let seconds): "\(seconds)"
        case .date(let seconds): "date+\(seconds)"
        }
    }
}

/// How one kind of fault is written, for help texts.
public struct FaultSpelling: Sendable {
    /// For example `status=CODE`.
    public var form: String
    /// The options that go with it, for example `retry-after=SECONDS`.
    public var options: [String]
    /// What the fault does, for a help text.
    public var meaning: String

    private init(_ form: String, options: [String] = [], _ meaning: String) {
        self.form = form
        self.options = options
        self.meaning = meaning
    }

    /// The options that every fault may have.
    public static let places: [FaultSpelling] = [
        .init(
            "page=N",
            "only this page (default: every page); total-changes, record-added, record-removed, ties: from this page on"
        ),
        .init("after=N", "let N matching requests through first (default 0)"),
        .init(
            "times=N", options: ["times=always"],
            "act on N requests (default 1; always for slow, limit, total-changes, record-added, record-removed, ties)"),
    ]

    /// Every kind, in the order help texts show them.
    public static let all: [FaultSpelling] = [
        .init(
            "status=CODE", options: ["retry-after=SECONDS", "retry-after=date+SECONDS", "body=TEXT"],
            "answer this status"),
        .init("burst=N", options: ["retry-after=…"], "answer 503 to N requests in a row"),
        .init("limit=N", "answer 429 without Retry-After to what is above N requests in a second"),
        .init("reset", options: ["at=BYTES"], "reset the connection (RST) in the middle of the body"),
        .init("stored-status=CODE", options: ["body=TEXT"], "carry out the request, then answer this status"),
        .init("late=SECONDS", "answer 504 at once, and carry out the request so much later"),
        .init("escaped", "show every & as &amp;, as a server does that keeps texts for a web page"),
        .init("unread", "reset the connection before the request's body is read; nothing is stored"),
        .init("close", "close the connection without an answer"),
        .init("stall=SECONDS", options: ["at=BYTES"], "pause in the middle of the body, then continue (default 3600)"),
        .init("truncate", options: ["at=BYTES"], "close the connection in the middle of the body"),
        .init(
            "wrong-length=DIFFERENCE",
            "send a Content-Length that is off by this many bytes (default -16), then close"),
        .init("garbage", "answer 200 with broken JSON"),
        .init("html", "answer 200 with an HTML sign-in page"),
        .init("empty", "answer 200 with no body"),
        .init("gzip-bomb=MEBIBYTES", "answer a small gzip body that expands to this size (default 256)"),
        .init("endless", "answer a body that never ends"),
        .init(
            "redirect=URL", options: ["code=STATUS"],
            "answer a redirect (default 302); the URL takes the rest of the text"),
        .init(
            "false-success", options: ["message=TEXT"], "answer 200 with success false and no data, as VynqTalk does"),
        .init("repeat-page", "answer the page before the one asked for, byte for byte"),
        .init("total-changes=DIFFERENCE", "change the total (default: by 1)"),
        .init("record-added", "add a record in front: the last record of the page before is repeated"),
        .init("record-removed", "remove a record in front: a record is skipped"),
        .init("uncounted", "leave out how many records there are and whether more follow"),
        .init("ties", "sort by a column with equal values: pages repeat records and leave others out"),
        .init("expire-token", "end all tokens; the request is answered 401"),
        .init(
            "record=DEFECT", options: ["index=I", "field=NAME", "value=JSON"],
            "give record I (default 0) of the page a defect: \(RecordDefect.Kind.allCases.map(\.rawValue).joined(separator: ", "))"
        ),
        .init("slow=SECONDS", "wait before answering"),
    ]
}
