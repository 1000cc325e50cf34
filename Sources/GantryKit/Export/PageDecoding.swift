internal import GantryConnectors
internal import GantryJSON
internal import GantryModel

/// Decodes pages and landed lines of one record type, keeping what it learns from page to page. Belongs to one task.
///
/// Every record type has a decoder class of its own instead of a generic one, so that the compiler specialises the loop
/// over records and fields: the generic form takes several times as long.
protocol PageDecoding<R>: AnyObject {
    associatedtype R: Record
    func decodePage(_ chunk: inout Chunk<R>, listKeys: [String]) throws(JSONProblem) -> PageEnvelope
    func decodeLines(_ chunk: inout Chunk<R>) throws(JSONProblem)
}

/// A record that the export can fetch.
protocol FetchedRecord: Record {
    /// The JSON key of the number that names a record.
    static var idKey: String { get }
    static func makeDecoder() -> any PageDecoding<Self>
}

extension WorkEntry: FetchedRecord {
    static var idKey: String { "id" }
    static func makeDecoder() -> any PageDecoding<WorkEntry> { WorkEntryDecoder() }
}

extension Worker: FetchedRecord {
    static var idKey: String { "employee_id" }
    static func makeDecoder() -> any PageDecoding<Worker> { WorkerDecoder() }
}

private final class WorkEntryDecoder: PageDecoding {
    private var decoder = RecordDecoder<WorkEntry>()

    func decodePage(_ chunk: inout Chunk<WorkEntry>, listKeys: [String]) throws(JSONProblem) -> PageEnvelope {
        try decoder.decodePage(&chunk, listKeys: listKeys)
    }

    func decodeLines(_ chunk: inout Chunk<WorkEntry>) throws(JSONProblem) { try decoder.decodeLines(&chunk) }
}

private final class WorkerDecoder: PageDecoding {
    private var decoder = RecordDecoder<Worker>()

    func decodePage(_ chunk: inout Chunk<Worker>, listKeys: [String]) throws(JSONProblem) -> PageEnvelope {
        try decoder.decodePage(&chunk, listKeys: listKeys)
    }

    func decodeLines(_ chunk: inout Chunk<Worker>) throws(JSONProblem) { try decoder.decodeLines(&chunk) }
}
