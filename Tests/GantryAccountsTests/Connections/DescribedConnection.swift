import GantryAccounts
import GantryConnectors
import GantryTestSupport

/// A connection of a system whose file has these rules for its requests. Its key is in the variable KEY.
func describedConnection(requests: String) throws -> Connection {
    let text = """
        system: tracker
        title: Time tracker
        sign-in:
          api-key: { header: X-Key }
          check: { get: /me, account: user.login }
        requests: { \(requests) }
        datasets:
          hours:
            help: The hours.
            get: /hours
            records: hours
            key: id
            paging: none
            total: none
            fields: { id: { required: true } }
        """
    let system = try SystemFile.read(Array(text.utf8), named: "tracker.yaml")
    return try connection("tracker", credentials: "{ api-key: { env: KEY } }", of: Systems([system]))
}
