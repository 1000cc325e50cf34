/// CDBL LMS as its documentation describes it: pairing, leaves with approvals, balance, holidays, notifications.
enum CDBLLMS {
    static let sessionFields = RecordFields(word: "deviceId", required: "sessionToken", text: "refreshToken", number: "expiresAt")
    static let leaveFields = RecordFields(word: "status", required: "startDate", text: "reason", number: "workingDays")
    /// The deployed server's own numbers.
    static let usualLimit = 50
    static let largestLimit = 100

    static func backend(_ configuration: SandboxConfiguration) throws(SandboxError) -> Backend {
        let sessions = CDBLSessions(
            pairTokens: configuration.pairTokens, pairsOnce: configuration.pairsOnce, life: configuration.tokenLife ?? .seconds(7 * 86_400))
        let records = try CDBLRecords(configuration.records)
        return Backend(
            endpoints: signIn(sessions) + leaves(records, sessions.access, configuration.listLimit ?? largestLimit)
                + office(records, sessions.access),
            error: CDBLError.answer, expireTokens: { sessions.expireSessions() },
            expireRefreshTokens: { sessions.expireRefreshTokens() })
    }

    private static func signIn(_ sessions: CDBLSessions) -> [Endpoint] {
        [
            Endpoint(name: "pair", method: .post, path: "/api/mobile/pair", access: .open, fields: sessionFields) {
                sessions.pair($0)
            },
            Endpoint(name: "refresh", method: .post, path: "/api/mobile/refresh", access: .open, fields: sessionFields) {
                sessions.refresh($0)
            },
        ]
    }

    private static func leaves(_ records: CDBLRecords, _ access: Access, _ largestLimit: Int) -> [Endpoint] {
        let page = LeavesPage(leaves: records.leaves, usualLimit: min(usualLimit, largestLimit), largestLimit: largestLimit)
        return [
            Endpoint(
                name: "leaves", path: "/api/leaves", access: access,
                paging: .offsets(usual: page.usualLimit, largest: page.largestLimit), fields: leaveFields
            ) { page.answer($0) },
            Endpoint(name: "leave", path: "/api/leaves/:id", access: access, fields: leaveFields) { request in
                let id = request.parameters["id"] ?? ""
                guard let leave = records.leave(id) else { return CDBLError.notFound.answer("Leave request not found") }
                return BackendAnswer(body: leave.spoiled(request.alteration, leaveFields))
            },
        ]
    }

    private static func office(_ records: CDBLRecords, _ access: Access) -> [Endpoint] {
        let balanceFields = RecordFields(word: "lastUpdated", required: "year", text: "lastUpdated", number: "CASUAL")
        return [
            Endpoint(name: "balance", path: "/api/balance/mine", access: access, hasETag: true, fields: balanceFields) { request in
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
