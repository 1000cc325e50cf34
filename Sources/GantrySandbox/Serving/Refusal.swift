/// An answer that refuses a request.
struct Refusal: Error {
    var answer: BackendAnswer

    init(_ answer: BackendAnswer) { self.answer = answer }

    /// `{"error": …}`.
    static func error(_ status: Int, _ message: String) -> Refusal { Refusal(.error(status, message)) }
}
