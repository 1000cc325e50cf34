/// An instruction to answer some requests wrongly.
///
/// A fault acts on `times` matching requests. Requests that are refused for lack of a token do not count. A fault can
/// be built in code or read from its text, see ``init(_:)``.
public struct Fault: Sendable, Hashable {
    /// The endpoint's short name, for example `work-entries`; nil is every endpoint.
    public var endpoint: String?
    /// The requested page; nil is every page. A list without pages is page 1.
    public var page: Int?
    /// How many matching requests are let through first.
    public var after: Int
    /// How many requests get the fault; nil is every one of them.
    public var times: Int?
    /// What happens.
    public var kind: Kind

    /// A fault of the next request that matches, whatever its endpoint and page, unless the arguments say otherwise.
    public init(_ kind: Kind, endpoint: String? = nil, page: Int? = nil, after: Int = 0, times: Int? = 1) {
        self.kind = kind
        self.endpoint = endpoint
        self.page = page
        self.after = after
        self.times = times
    }

    /// What happens. Positions are bytes of the body; where none is given, half of the body is sent first.
    public enum Kind: Sendable, Hashable {
        /// This status instead of the answer, with a JSON `{"error": …}` or the given body.
        case status(Int, retryAfter: RetryAfter? = nil, body: String? = nil)
        /// 429 without `Retry-After` to every request above so many in a second; those that are refused don't count.
        case limit(perSecond: Int)
        /// The request is carried out, but answered with this status and a JSON `{"error": …}` or the given body.
        case storedStatus(Int, body: String? = nil)
        /// The request is answered with 504 at once, and carried out so many seconds later.
        case late(seconds: Double)
        /// The answer is the true one, with every `&` in its texts shown as `&amp;`.
        case escaped
        /// The list without how many records there are and whether more follow.
        case uncounted
        /// The connection is reset (TCP RST) before the request's body is read; nothing is stored.
        case unread
        /// The connection is reset (TCP RST) in the middle of the body.
        case reset(at: Int? = nil)
        /// The connection is closed without a byte of an answer.
        case close
        /// Sending pauses in the middle of the body for this many seconds, then continues to the end.
        case stall(seconds: Double, at: Int? = nil)
        /// The Content-Length is right, but the connection is closed early.
        case truncate(at: Int? = nil)
        /// The body is complete, but the Content-Length differs by this many bytes; then the connection is closed.
        case wrongLength(by: Int)
        /// 200, `application/json`, and a body that is not JSON.
        case garbage
        /// 200, `text/html`, and a sign-in page.
        case htmlPage
        /// A small valid gzip body that expands to this many mebibytes.
        case gzipBomb(mebibytes: Int)
        /// A chunked body that never ends; it starts like an answer.
        case endless
        /// A redirect to another address.
        case redirect(to: String, status: Int = 302)
        /// 200 with no body at all.
        case empty
        /// 200 with `{"success": false, "message": …}`, as VynqTalk reports a failure.
        case falseSuccess(message: String)
        /// The page before the one asked for, byte for byte.
        case repeatPage
        /// From this page on, the total differs by this many from what it was.
        case totalChanges(by: Int)
        /// From this page on there is one more record in front: the last record of the page before is repeated.
        case recordAdded
        /// From this page on one record in front is gone: the next record is skipped.
        case recordRemoved
        /// The list is sorted by a column with equal values: every second page begins with the last record of the page
        /// before, and another record is on no page. The total is right, and the same request gives the same page.
        case ties
        /// All tokens end now, so this request is answered 401.
        case expireToken
        /// One record of the answer has a defect; `index` counts from 0 within the page.
        case record(RecordDefect, index: Int)
        /// The answer waits this many seconds.
        case slow(seconds: Double)
    }

    /// The value of a Retry-After header.
    public enum RetryAfter: Sendable, Hashable {
        case seconds(Int)
        /// An HTTP date this many seconds from now.
        case date(in: Int)
    }
}

extension Fault.Kind {
    /// Whether the fault alone decides what is sent; only one such fault can act on a request.
    var decidesAnswer: Bool {
        switch self {
        case .status, .limit, .reset, .close, .stall, .truncate, .wrongLength, .garbage, .htmlPage, .gzipBomb, .endless,
            .redirect, .empty,
            .falseSuccess, .storedStatus, .unread, .late, .escaped, .uncounted:
            true
        case .repeatPage, .totalChanges, .recordAdded, .recordRemoved, .ties, .expireToken, .record, .slow:
            false
        }
    }

    /// Whether a write is carried out before the fault acts. A fault in which the back end refuses or redirects stores
    /// nothing; all others lose or spoil the answer.
    var letsRequestThrough: Bool {
        switch self {
        case .status, .limit, .redirect, .falseSuccess, .unread, .late: false
        default: true
        }
    }

    /// Whether the fault lasts from its page on, because it describes a lasting change. A request for one record is no
    /// page.
    var lastsFromPage: Bool {
        switch self {
        case .totalChanges, .recordAdded, .recordRemoved, .ties: true
        default: false
        }
    }
}
