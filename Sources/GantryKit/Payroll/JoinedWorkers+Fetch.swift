internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryModel
internal import GantryPayroll
internal import GantryRuns

extension JoinedWorkers {
    /// Fetches every worker that a payroll can be about: none where it joins none.
    /// - Returns: the workers, and whether nothing shows that the list is whole.
    static func fetch(
        _ connection: APIConnection, for payroll: Pipeline.Payroll
    ) async throws -> (people: [Roster.Person], isUnproven: Bool) {
        guard let join = payroll.join else { return ([], false) }
        guard let roles = join.roles else {
            let others = PayrollPlan.otherFields(payroll)
            return try await fetch(connection, Worker.dataset, persons: { try persons($0, others, before: $1) })
        }
        return try await fetch(connection, known(join, connection), by: roles, currency: payroll.pay?.currency)
    }

    /// What is asked first.
    static func request(_ connection: APIConnection, for payroll: Pipeline.Payroll) throws -> ReadRequest {
        guard let join = payroll.join, join.roles != nil else { return KSRCranes.workersList() }
        return try known(join, connection).firstRequest
    }

    private static func known(_ join: Pipeline.Join, _ connection: APIConnection) throws -> any DatasetDescription {
        let system = connection.connection.system
        guard let known = system.dataset(named: join.dataset) else {
            throw RunError(
                .unsupported, "\(system.name) has no dataset \(join.dataset), which has the workers.",
                advice: "Name another one at join in the pipeline file.")
        }
        return known
    }

    private static func fetch<Known: DatasetDescription>(
        _ connection: APIConnection, _ known: Known, by roles: WorkerRoles, currency: String?
    ) async throws -> (people: [Roster.Person], isUnproven: Bool) {
        let dataset = known.dataset
        let workers = try RoleWorkers(roles, of: dataset)
        return try await fetch(
            connection, dataset,
            persons: { chunk, before in
                try persons(chunk, workers: workers, roles: roles, currency: currency, before: before)
            })
    }

    private static func fetch<R: DatasetRecord>(
        _ connection: APIConnection, _ dataset: Dataset<R>,
        persons: (_ chunk: Chunk<R>, _ before: Int) throws -> [Roster.Person]
    ) async throws -> (people: [Roster.Person], isUnproven: Bool) {
        var people: [Roster.Person] = []
        var seen: Set<Int64> = []
        var twice: [Int64] = []
        var keys: Set<[UInt8]> = []
        let list = PagedList(connection, of: dataset, lanes: 1, asking: DatasetRequest(period: nil))
        let first = SourcePosition(pageSize: dataset.pageSize(wanted: 1_000))
        let source = list.source(at: first, most: PagedList<R>.mostKept)
        while let chunk = try await source.next() {
            keys.formUnion(chunk.spelledKeys)
            let found = try persons(chunk, people.count)
            people += found
            let ids = Set(found.map(\.id))
            twice += ids.intersection(seen).sorted()
            seen.formUnion(ids)
        }
        let position = await source.position()
        if let total = position.statedTotal, total != position.records { throw incomplete(position.records, total) }
        try position.requireAll()
        // A worker on two pages stands where another may be missing.
        guard twice.isEmpty else { throw PagingState.twice(twice.map(\.keyText)) }
        try await list.requireSecondReading(of: keys, endingAt: position, at: first)
        return (people, position.isUnproven == true)
    }

    private static func incomplete(_ count: Int, _ total: Int) -> RunError {
        RunError(
            .sourceIncomplete, "The worker list has \(counted(count, "worker")), but reports \(total).",
            advice: "The server must send the whole list, because pay needs every worker's name and rate.",
            isRetryable: true)
    }
}

extension DatasetDescription {
    fileprivate var firstRequest: ReadRequest {
        dataset.request(
            DatasetRequest(period: nil, filters: [:], page: 1, pageSize: dataset.pageSize(wanted: 1_000)))
    }
}
