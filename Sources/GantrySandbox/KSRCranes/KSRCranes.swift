import HTTPTypes

/// KSR Cranes as documented: sign-in, work entries in pages, four lists, and the office records. In the deployed
/// contract confirmed entries and payroll are those of ``DeployedStore``.
enum KSRCranes {
    static func backend(_ options: KSRCranesOptions, _ setup: BackendSetup) throws(SandboxError) -> Backend {
        try options.check()
        let tokens = IssuedTokens(life: options.tokenLife)
        let access = Access { request in
            guard let holder = tokens.holder(authorization: request.headers[.authorization]) else {
                // The deployed server answers a token that is no longer valid with a 500.
                return options.contract == .deployed && request.headers[.authorization] != nil
                    ? .error(500, "Invalid token") : .error(401, "Unauthorized")
            }
            request.holder = holder
            return nil
        }
        let records = try KSRRecords(setup.records)
        let store = KSRStore(records, setup)
        let workEntries = WorkEntriesPage(source: records.workEntries)
        let signIn = SignIn(accounts: options.accounts, tokens: tokens)
        let endpoints = [
            Endpoint(
                name: "login", method: .post, path: "/api/app-login", access: .open,
                fields: RecordFields(word: "role", required: "token", text: "name", number: "employeeId")
            ) { try signIn.answer($0) },
            Endpoint(
                name: "work-entries", path: "/api/app/work-entries", access: access, paging: .numbered,
                fields: WorkEntriesPage.fields
            ) { try $0.query["selectedMonday"] == nil ? workEntries.answer($0) : store.week($0) },
        ]
        let lists = KSRList.allCases.map { list in
            let body = ListBody(
                records: { store.records(list) }, key: list.envelopeKey, filters: list.filters, options: options)
            return Endpoint(
                name: list.rawValue, path: list.path, access: access,
                paging: options.listStyle == .envelope ? .numbered : .whole, fields: list.fields
            ) { try body.answer($0) }
        }
        var all = endpoints + lists + records.fixtures.endpoints(access, store) + store.endpoints(access)
        if options.contract == .deployed {
            let deployed = DeployedStore(store, options).endpoints(access)
            all.removeAll { endpoint in deployed.contains { $0.name == endpoint.name } }
            // Called by the client, and never built.
            all.removeAll { $0.name == "payroll-statistics" }
            all += deployed
        }
        return Backend(
            endpoints: all,
            error: BackendAnswer.error, expireTokens: { tokens.expireAll() })
    }
}

/// The lists that are not work entries. The raw value names the endpoint and the sample file.
enum KSRList: String, CaseIterable {
    case workers
    case customers
    case payrollBatches = "payroll-batches"
    case payrollPeriods = "payroll-periods"

    var path: String {
        switch self {
        case .workers: "/api/app/chef/workers"
        case .customers: "/api/app/chef/customers"
        case .payrollBatches: "/api/app/chef/payroll/batches"
        case .payrollPeriods: "/api/app/chef/payroll/periods/available"
        }
    }

    var envelopeKey: String {
        switch self {
        case .workers: "workers"
        case .customers: "customers"
        case .payrollBatches: "batches"
        case .payrollPeriods: "periods"
        }
    }

    /// The field that identifies a record.
    var idField: String {
        switch self {
        case .workers: "employee_id"
        case .customers: "customer_id"
        case .payrollBatches, .payrollPeriods: "id"
        }
    }

    /// The fields that the query can filter by.
    var filters: [String] { self == .payrollBatches ? ["status", "year"] : [] }

    var fields: RecordFields {
        switch self {
        case .workers: RecordFields(word: "status", required: "employee_id", text: "name", number: "hourly_rate")
        case .customers: RecordFields(word: "name", required: "customer_id", text: "name", number: "project_count")
        case .payrollBatches: RecordFields(word: "status", required: "id", text: "notes", number: "total_hours")
        case .payrollPeriods:
            RecordFields(word: "status", required: "id", text: "display_name", number: "period_number")
        }
    }
}
