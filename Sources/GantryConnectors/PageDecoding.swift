public import GantryJSON
public import GantryModel

/// Decodes pages and landed lines of one record type, keeping its state from page to page. Belongs to one task.
public protocol PageDecoding<R>: AnyObject {
    associatedtype R: Record
    /// Decodes an answer with its records under one of the keys or bare. For a type that is alone in its answer, such
    /// as a balance, the object under one of the keys or the whole answer is the record.
    /// - Parameter asked: how many records were asked for; `nil` for as many as there are.
    /// - Throws: `JSONProblem` when the answer is not JSON, holds no records, or far more than were asked for. A record
    ///   that can't be used is not an error, and neither is an answer that calls itself no success: the envelope tells.
    func decodePage(_ chunk: inout Chunk<R>, listKeys: [String], asked: Int?) throws(JSONProblem) -> PageEnvelope
    /// Decodes landed lines.
    /// - Throws: `JSONProblem` when a line is not JSON.
    func decodeLines(_ chunk: inout Chunk<R>) throws(JSONProblem)
}

extension PageDecoding {
    /// Decodes an answer that holds as many records as there are.
    public func decodePage(_ chunk: inout Chunk<R>, listKeys: [String]) throws(JSONProblem) -> PageEnvelope {
        try decodePage(&chunk, listKeys: listKeys, asked: nil)
    }
}

extension PageDecoder: PageDecoding {}
