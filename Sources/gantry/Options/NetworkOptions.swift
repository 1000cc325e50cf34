internal import ArgumentParser
internal import GantryAccounts
internal import GantryModel
internal import GantryTerminal

/// How long a command keeps asking a server.
struct NetworkOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How often a request that failed is sent again, 0 to 100 (default: gantry.yaml's value, or 4; CDBL LMS 9).",
            valueName: "number"))
    var retries: Int?

    @Option(
        help: ArgumentHelp(
            "How long a request may take with all its tries and waits, such as 30s or 10m (default: gantry.yaml's value, or 10m; CDBL LMS 5m).",
            valueName: "time"),
        transform: longestWait)
    var maxWait: Duration?

    @Option(
        help: ArgumentHelp(
            "How many requests may start in a second or minute, such as 5/s or 100/min (default: gantry.yaml's value, or no limit).",
            valueName: "rate"),
        transform: requestRate)
    var rate: RequestRate?

    mutating func validate() throws {
        if let retries, !Connection.possibleRetries.contains(retries) {
            throw ValidationError("--retries takes a number from 0 to 100.")
        }
    }

    /// The connection with the limits that the command line gives.
    func applied(to connection: Connection) -> Connection {
        var connection = connection
        connection.retries = retries ?? connection.retries
        connection.maxWait = maxWait ?? connection.maxWait
        connection.rate = rate ?? connection.rate
        return connection
    }
}

@Sendable private func requestRate(_ text: String) throws -> RequestRate {
    guard let rate = RequestRate(text) else { throw ValidationError("Expected \(RequestRate.form).") }
    return rate
}

@Sendable private func longestWait(_ text: String) throws -> Duration {
    guard let wait = Connection.maxWait(text) else {
        throw ValidationError("Expected a time from 1s to 24h, such as 30s or 10m.")
    }
    return wait
}
