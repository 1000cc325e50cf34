import FoundationEssentials

/// `POST /api/app-login`: `{email, password}` for `{token, employeeId, name, role}`.
struct SignIn {
    let accounts: [SandboxAccount]
    let tokens: TokenShelf

    private struct Credentials: Decodable {
        var email: String
        var password: String
    }

    func answer(_ request: BackendRequest) -> BackendAnswer {
        let credentials: Credentials
        do {
            credentials = try JSONDecoder().decode(Credentials.self, from: Data(request.body))
        } catch {
            return .error(400, "Body must be JSON with email and password")
        }
        guard
            let account = accounts.first(where: { $0.email == credentials.email && $0.password == credentials.password }
            )
        else {
            return .error(401, "Invalid credentials")
        }
        var body: [UInt8] = []
        body.append(#"{"token":"# + jsonString(tokens.issue(to: account.employeeID)))
        body.append(#","employeeId":"# + jsonString(account.employeeID))
        body.append(#","name":"# + jsonString(account.name))
        body.append(#","role":"# + jsonString(account.role) + "}")
        let fields = RecordFields(word: "role", required: "token", text: "name", number: "employeeId")
        return BackendAnswer(body: body.spoiled(request.alteration, fields))
    }
}
