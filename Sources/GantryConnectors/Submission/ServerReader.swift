public import GantryEngine
public import GantryModel

/// What a submission may ask a system while it checks and looks up. Nothing of it has an effect there.
public protocol ServerReader: Sendable {
    /// The run's period, where its kind needs one.
    var period: PayPeriod? { get }
    /// The body of a 2xx answer, or `nil` where the system itself says that it has no such thing. A 404 that is not in
    /// the system's own words comes from something in between and is an error that passes.
    func read(_ request: ReadRequest) async throws -> [UInt8]?
    /// The body of a 2xx answer to a search, or `nil` where the server offers none, in whatever words.
    func search(_ request: ReadRequest) async throws -> [UInt8]?
    /// Whether the ledger has this id of the server for another row of the same kind at the same server, whichever run
    /// or batch that is of: then what bears it is not what the row has become. The default knows of none.
    ///
    /// - Parameter entry: The row that is looked up.
    func isTaken(_ serverID: String, besides entry: LedgerEntry) async throws -> Bool
    /// Whether a failure to read means that the account may not read it, whenever it asks.
    func isNotAllowed(_ error: any Error) -> Bool
    /// Whether a failure to read is about what was asked for, so that something else can be read all the same.
    func isAboutRequest(_ error: any Error) -> Bool
    /// Shows every record of a dataset that can be read, page by page.
    func readAll<R: DatasetRecord>(
        _ type: R.Type, period: PayPeriod?, filters: [String: String], _ body: (UsableRecords<R>) -> Void
    ) async throws
}

extension ServerReader {
    /// `nil`: most kinds need no period.
    public var period: PayPeriod? { nil }
    /// False: a reader without a ledger knows of no other rows.
    public func isTaken(_: String, besides _: LedgerEntry) async throws -> Bool { false }
    /// False: no failure is known to be about rights.
    public func isNotAllowed(_: any Error) -> Bool { false }
    /// True for a `RunError` with the code `unreadable-page`.
    public func isAboutRequest(_ error: any Error) -> Bool { (error as? RunError)?.code == .unreadablePage }
    /// Reads it like any other request.
    public func search(_ request: ReadRequest) async throws -> [UInt8]? { try await read(request) }
}
