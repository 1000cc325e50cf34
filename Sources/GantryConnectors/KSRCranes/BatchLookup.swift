internal import GantryJSON

extension KSRCranes {
    /// What the server shows of a payroll batch that was sent.
    public enum BatchLookup: Sendable, Equatable {
        /// The batch. Hours in billionths; hours and workers are `nil` where the server states none that can be read.
        case found(status: String, hours: Int128?, workers: Int?)
        /// The server lists other batches, and not this one.
        case missing
        /// Why the list of batches shows nothing of it.
        case unreadable(String)

        /// Reads the list of batches.
        /// - Parameter name: what the ledger keeps of the batch: `2026-22, id 1001`.
        package static func of(_ name: String, _ server: any ServerReader) async throws -> BatchLookup {
            guard let id = BatchedEntry.batchID(name) else { return .unreadable("The batch \(name) has no id.") }
            guard let body = try await server.read(ReadRequest(path: "/api/app/chef/payroll/batches", query: [])),
                let list = try? JSONTree(body), let batches = list.list ?? list["batches"]?.list ?? list["data"]?.list
            else { return .unreadable("The server's list of batches can't be read.") }
            guard !batches.isEmpty else {
                return .unreadable("The server lists no batches, which can also mean that it can't read them.")
            }
            guard let batch = batches.first(where: { $0["id"]?.int.map { Int64($0) } == id }) else {
                let hasUnknown = batches.contains { $0["id"]?.int == nil }
                return hasUnknown ? .unreadable("The server lists batches that can't be read.") : .missing
            }
            guard let status = batch["status"]?.text else {
                return .unreadable("The server shows no status of \(name).")
            }
            return .found(
                status: status, hours: BatchedEntry.decimal(batch["total_hours"]),
                workers: batch["total_employees"]?.int)
        }
    }
}
