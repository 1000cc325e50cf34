import HTTPTypes

/// KSR Cranes as its documentation describes it: sign-in, work entries in pages, four lists, and the office around
/// them.
enum KSRCranes {
    static func backend(
        _ configuration: SandboxConfiguration, _ effects: EffectLedger, _ clock: SandboxClock
    ) throws(SandboxError) -> Backend {
        let tokens = TokenShelf(life: configuration.tokenLife ?? .seconds(86_400))
        return Backend(
            endpoints: try endpoints(configuration, tokens, effects, clock), error: BackendAnswer.error,
            expireTokens: { tokens.expireAll() })
    }

    private static func endpoints(
        _ configuration: SandboxConfiguration, _ tokens: TokenShelf, _ effects: EffectLedger, _ clock: SandboxClock
    ) throws(SandboxError) -> [Endpoint] {
        let signedIn = Access { request in
            guard let holder = tokens.holder(authorization: request.headers[.authorization]) else {
                return .error(401, "Unauthorized")
            }
            request.holder = holder
            return nil
        }
        let records = try KSRRecords(configuration.records)
        let book = KSRBook(records, effects, clock)
        let workEntries = WorkEntriesPage(source: records.workEntries)
        let accounts = configuration.accounts
        var endpoints = [
            Endpoint(
                name: "login", method: .post, path: "/api/app-login", access: .open,
                fields: RecordFields(word: "role", required: "token", text: "name", number: "employeeId")
            ) { request in
                SignIn(accounts: accounts, tokens: tokens).answer(request)
            },
            Endpoint(
                name: "work-entries", path: "/api/app/work-entries", access: signedIn, paging: .numbered,
                fields: WorkEntriesPage.fields
            ) { request in
                request.query["selectedMonday"] == nil ? workEntries.answer(request) : book.week(request)
            },
        ]
        for list in KSRList.allCases {
            let body = ListBody(
                records: { book.records(list) }, key: list.envelopeKey, filters: list.filters,
                style: configuration.listStyle, limit: configuration.listLimit,
                fields: list.fields)
            endpoints.append(
                Endpoint(
                    name: list.rawValue, path: list.path, access: signedIn,
                    paging: configuration.listStyle == .envelope ? .numbered : .whole, fields: list.fields
                ) { request in
                    body.answer(request)
                })
        }
        return endpoints + records.office.endpoints(signedIn, book) + book.endpoints(signedIn)
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

    /// The field that tells records apart.
    var idField: String {
        switch self {
        case .workers: "employee_id"
        case .customers: "customer_id"
        case .payrollBatches, .payrollPeriods: "id"
        }
    }

    /// The fields that the query can ask for.
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
