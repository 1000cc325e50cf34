public import GantryEngine
public import GantryModel

/// What a submission may ask a system while it checks and looks up. These requests have no effect.
public protocol ServerReader: Sendable {
    /// The run's period, where its kind needs one.
    var period: PayPeriod? { get }
    /// Which version of the system's API the connection speaks. The default is the documented one.
    var contract: Contract { get }

    /// The body of a 2xx answer, or `nil` if the system itself says that the record doesn't exist. Any other 404 comes
    /// from a gateway and is a temporary error.
    func read(_ request: ReadRequest) async throws -> [UInt8]?
    /// The body of a 2xx answer to a search, or `nil` if the server has no such search, however it says so.
    func search(_ request: ReadRequest) async throws -> [UInt8]?
    /// Whether the answer is this file, all of it; `nil` if the server shows nothing there. The default is `nil`.
    func has(_ file: FileFingerprint, at request: ReadRequest) async throws -> Bool?
    /// Whether the ledger has this id of the server for another row of the same kind at the same server, in any run or
    /// batch: then the record with it is not what this row became. The default is false.
    ///
    /// - Parameter entry: The row that is looked up.
    func isTaken(_ serverID: String, besides entry: LedgerEntry) async throws -> Bool
    /// Whether a failure to read means that the account has no permission, now or later.
    func isNotAllowed(_ error: any Error) -> Bool
    /// Whether a failure to read is about the requested record, so that others can still be read.
    func isAboutRequest(_ error: any Error) -> Bool
    /// Shows every record of a dataset that can be read, page by page, as the connection's contract has it.
    func readAll<R: DatasetRecord>(
        _ dataset: Dataset<R>, period: PayPeriod?, filters: [String: String], _ body: (UsableRecords<R>) -> Void
    ) async throws
}

extension ServerReader {
    /// `nil`: most kinds need no period.
    public var period: PayPeriod? { nil }
    /// The documented one.
    public var contract: Contract { .documented }

    /// `nil`: a reader without files.
    public func has(_: FileFingerprint, at _: ReadRequest) async throws -> Bool? { nil }
    /// False: a reader without a ledger knows no other rows.
    public func isTaken(_: String, besides _: LedgerEntry) async throws -> Bool { false }
    /// False: no failure is known to be about rights.
    public func isNotAllowed(_: any Error) -> Bool { false }
    /// True for a `RunError` with the code `unreadable-page`.
    public func isAboutRequest(_ error: any Error) -> Bool { (error as? RunError)?.code == .unreadablePage }
    /// Reads it like any other request.
    public func search(_ request: ReadRequest) async throws -> [UInt8]? { try await read(request) }
}
