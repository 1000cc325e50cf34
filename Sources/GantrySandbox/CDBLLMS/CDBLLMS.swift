/// CDBL LMS as its documentation describes it: pairing, leaves with approvals, balance, holidays, notifications.
enum CDBLLMS {
    static let sessionFields = RecordFields(
        word: "deviceId", required: "sessionToken", text: "refreshToken", number: "expiresAt")
    static let leaveFields = RecordFields(word: "status", required: "startDate", text: "reason", number: "workingDays")
    /// The deployed server's own numbers.
    static let usualLimit = 50
    static let largestLimit = 100

    static func backend(
        _ configuration: SandboxConfiguration, _ effects: EffectLedger, _ clock: SandboxClock
    ) throws(SandboxError) -> Backend {
        let sessions = CDBLSessions(
            pairTokens: configuration.pairTokens, pairsOnce: configuration.pairsOnce,
            life: configuration.tokenLife ?? .seconds(7 * 86_400))
        let records = try CDBLRecords(configuration.records)
        let book = LeaveBook(records, effects, clock, checksBalance: configuration.checksBalance)
        return Backend(
            endpoints: signIn(sessions) + leaves(book, sessions.access, configuration.listLimit ?? largestLimit)
                + writes(book, sessions)
                + office(records, sessions.access),
            error: CDBLError.answer, expireTokens: { sessions.expireSessions() },
            expireRefreshTokens: { sessions.expireRefreshTokens() })
    }

    private static func signIn(_ sessions: CDBLSessions) -> [Endpoint] {
        [
            Endpoint(name: "pair", method: .post, path: "/api/mobile/pair", access: .open, fields: sessionFields) {
                sessions.pair($0)
            },
            Endpoint(name: "refresh", method: .post, path: "/api/mobile/refresh", access: .open, fields: sessionFields)
            {
                sessions.refresh($0)
            },
        ]
    }

    private static func leaves(_ book: LeaveBook, _ access: Access, _ largestLimit: Int) -> [Endpoint] {
        let page = LeavesPage(
            leaves: { book.leaves }, usualLimit: min(usualLimit, largestLimit), largestLimit: largestLimit)
        return [
            Endpoint(
                name: "leaves", path: "/api/leaves", access: access,
                paging: .offsets(usual: page.usualLimit, largest: page.largestLimit), fields: leaveFields
            ) { page.answer($0) },
            Endpoint(name: "leave", path: "/api/leaves/:id", access: access, fields: leaveFields) { book.leave($0) },
        ]
    }

    private static func writes(_ book: LeaveBook, _ sessions: CDBLSessions) -> [Endpoint] {
        let addressFields = RecordFields(word: "url", required: "url", text: "url", number: "expiresAt")
        return [
            Endpoint(
                name: "create-leave", method: .post, path: "/api/leaves", access: sessions.access, takes: true,
                fields: leaveFields
            ) { book.create($0) },
            Endpoint(
                name: "cancel-leave", method: .patch, path: "/api/leaves/:id/cancel", access: sessions.access,
                takes: true, fields: leaveFields
            ) { book.cancel($0) },
            Endpoint(
                name: "certificate", method: .post, path: "/api/leaves/:id/certificate", access: sessions.formAccess,
                bodyLimit: 12 << 20,
                takes: true, fields: addressFields
            ) { book.attach($0) },
        ]
    }

    private static func office(_ records: CDBLRecords, _ access: Access) -> [Endpoint] {
        let balanceFields = RecordFields(word: "lastUpdated", required: "year", text: "lastUpdated", number: "CASUAL")
        return [
            Endpoint(name: "balance", path: "/api/balance/mine", access: access, hasETag: true, fields: balanceFields) {
                request in
                BackendAnswer(body: records.balance.spoiled(request.alteration, balanceFields))
            },
            Endpoint(
                name: "holidays", path: "/api/holidays", access: access, hasETag: true,
                fields: RecordFields(word: "type", required: "date", text: "name", number: "date")
            ) { records.holidays($0) },
            Endpoint(
                name: "notifications", path: "/api/notifications/latest", access: access,
                fields: RecordFields(word: "type", required: "id", text: "message", number: "id")
            ) { records.notifications($0) },
        ]
    }
}
