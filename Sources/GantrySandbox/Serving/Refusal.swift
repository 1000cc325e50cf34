/// A request that is not taken, with the answer that says so.
struct Refusal: Error {
    var answer: BackendAnswer

    init(_ answer: BackendAnswer) { self.answer = answer }
}

/// The answer of a body that throws its refusals.
func answering(_ body: () throws(Refusal) -> BackendAnswer) -> BackendAnswer {
    do throws(Refusal) {
        return try body()
    } catch {
        return error.answer
    }
}
