internal import GantryJSON

/// `POST /api/app-login`: `{email, password}` for `{token, employeeId, name, role}`.
struct SignIn {
    let accounts: [SandboxAccount]
    let tokens: IssuedTokens

    private struct Credentials: Decodable {
        var email: String
        var password: String
    }

    func answer(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let asked = request.decoded(Credentials.self) else {
            throw .error(400, "Body must be JSON with email and password")
        }
        guard let account = accounts.first(where: { $0.email == asked.email && $0.password == asked.password }) else {
            throw .error(401, "Invalid credentials")
        }
        return request.answer([
            "token": .string(tokens.issue(to: account.employeeID)), "employeeId": .string(account.employeeID),
            "name": .string(account.name), "role": .string(account.role),
        ])
    }
}
