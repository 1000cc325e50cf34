import HTTPTypes

/// CDBL LMS as documented: pairing, leaves with approvals, balance, holidays, notifications.
enum CDBLLMS {
    static let leaveFields = RecordFields(word: "status", required: "startDate", text: "reason", number: "workingDays")

    static func backend(_ options: CDBLLMSOptions, _ setup: BackendSetup) throws(SandboxError) -> Backend {
        try options.check()
        let sessions = CDBLSessions(options)
        let records = try CDBLRecords(setup.records)
        let store = LeaveStore(records, setup, checksBalance: options.checksBalance)
        return Backend(
            endpoints: signIn(sessions) + leaves(store, sessions.access, largestPage: options.largestPage)
                + writes(store, sessions) + office(records, sessions.access),
            error: CDBLError.answer, expireTokens: { sessions.expireSessions() },
            expireRefreshTokens: { sessions.expireRefreshTokens() })
    }

    private static func signIn(_ sessions: CDBLSessions) -> [Endpoint] {
        let fields = RecordFields(
            word: "deviceId", required: "sessionToken", text: "refreshToken", number: "expiresAt")
        return [
            Endpoint(name: "pair", method: .post, path: "/api/mobile/pair", access: .open, fields: fields) {
                try sessions.pair($0)
            },
            Endpoint(name: "refresh", method: .post, path: "/api/mobile/refresh", access: .open, fields: fields) {
                try sessions.refresh($0)
            },
        ]
    }

    private static func leaves(_ store: LeaveStore, _ access: Access, largestPage: Int) -> [Endpoint] {
        let page = LeavesPage(
            leaves: { store.leaves }, standardLimit: min(50, largestPage), largestLimit: largestPage)
        return [
            Endpoint(
                name: "leaves", path: "/api/leaves", access: access,
                paging: .offsets(standard: page.standardLimit, largest: page.largestLimit), fields: leaveFields
            ) { try page.answer($0) },
            Endpoint(name: "leave", path: "/api/leaves/:id", access: access, fields: leaveFields) {
                try store.leave($0)
            },
        ]
    }

    private static func writes(_ store: LeaveStore, _ sessions: CDBLSessions) -> [Endpoint] {
        [
            Endpoint(
                name: "create-leave", method: .post, path: "/api/leaves", access: sessions.access, isWrite: true,
                fields: leaveFields
            ) { try store.create($0) },
            Endpoint(
                name: "cancel-leave", method: .patch, path: "/api/leaves/:id/cancel", access: sessions.access,
                isWrite: true, fields: leaveFields
            ) { try store.cancel($0) },
            Endpoint(
                name: "certificate", method: .post, path: "/api/leaves/:id/certificate", access: sessions.formAccess,
                bodyLimit: 12 << 20, isWrite: true,
                fields: RecordFields(word: "url", required: "url", text: "url", number: "expiresAt")
            ) { try store.attach($0) },
        ]
    }

    private static func office(_ records: CDBLRecords, _ access: Access) -> [Endpoint] {
        [
            Endpoint(
                name: "balance", path: "/api/balance/mine", access: access, hasETag: true,
                fields: RecordFields(word: "lastUpdated", required: "year", text: "lastUpdated", number: "CASUAL")
            ) { $0.answer(records.balance) },
            Endpoint(
                name: "holidays", path: "/api/holidays", access: access, hasETag: true,
                fields: RecordFields(word: "type", required: "date", text: "name", number: "date")
            ) { try records.holidays($0) },
            Endpoint(
                name: "notifications", path: "/api/notifications/latest", access: access,
                fields: RecordFields(word: "type", required: "id", text: "message", number: "id")
            ) { try records.notifications($0) },
        ]
    }
}
