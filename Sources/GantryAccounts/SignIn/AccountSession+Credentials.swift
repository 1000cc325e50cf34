package import GantryConnectors
internal import GantryModel

// MARK: - Credentials

extension AccountSession {
    /// The account that gantry.yaml names; `nil` if it names none.
    ///
    /// - Throws: `SignInError.credential` for a credential that names no account although it should: another account's
    ///   session would be used instead.
    package static func configuredAccount(
        _ connection: Connection, system: System, environment: [String: String]
    ) throws -> String? {
        let input = try credentials(
            connection, wanted: system.signIn.credentials.filter(\.namesAccount), environment: environment)
        let account = system.signIn.account(input)
        if account == nil, !input.values.isEmpty {
            do {
                _ = try system.signIn.begin(SignInInput(input.values, deviceKey: ""))
            } catch {
                throw SignInError(error, connection, secrets: [])
            }
        }
        return account
    }

    /// All that gantry.yaml names.
    static func allCredentials(
        _ connection: Connection, system: System, environment: [String: String]
    ) throws -> SignInInput {
        let input = try credentials(connection, wanted: system.signIn.credentials, environment: environment)
        do {
            _ = try system.signIn.begin(SignInInput(input.values, deviceKey: ""))
        } catch {
            throw SignInError(error, connection, secrets: [])
        }
        return input
    }

    private static func credentials(
        _ connection: Connection, wanted: [SignInCredential], environment: [String: String]
    ) throws -> SignInInput {
        var values: [String: Secret] = [:]
        for credential in wanted {
            if let value = try connection.credential(credential.name, environment: environment) {
                values[credential.name] = value
            }
        }
        return SignInInput(values)
    }
}
