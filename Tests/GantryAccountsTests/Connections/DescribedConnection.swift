import GantryAccounts
import GantryConnectors
import GantryTestSupport

/// A connection of a system whose file has these rules for its requests. Its key is in the variable KEY.
func describedConnection(requests: String) throws -> Connection {
    let system = try SystemFile.tracker(fields: "id: { required: true }", more: "requests: { \(requests) }")
    return try connection("tracker", credentials: "{ api-key: { env: KEY } }", of: Systems([system]))
}
