package import GantryConnectors
internal import GantryJSON
package import GantryModel

/// A session as it is saved on disk: the grant, and the server and account that it belongs to.
package struct StoredSession: Sendable, Equatable {
    package let system: String
    /// The address that signed in; the token is never sent to another.
    package let baseURL: String
    package var grant: SignInGrant
    /// When the grant was given.
    package let grantedAt: Instant

    package init(system: String, baseURL: String, grant: SignInGrant, grantedAt: Instant) {
        self.system = system
        self.baseURL = baseURL
        self.grant = grant
        self.grantedAt = grantedAt
    }

    /// The text of the file. It holds the tokens.
    var text: Secret {
        var members: [JSONTree.Member] = [
            .init("version", .integer(1)), .init("system", .string(system)), .init("baseURL", .string(baseURL)),
            .init("grantedAt", .string(grantedAt.description)), .init("token", .string(grant.token.reveal())),
        ]
        let others: KeyValuePairs<String, String?> = [
            "expiresAt": grant.expiresAt?.description, "refreshToken": grant.refreshToken?.reveal(),
            "deviceID": grant.deviceID, "account": grant.account, "name": grant.name, "role": grant.role,
        ]
        for (key, value) in others {
            if let value { members.append(.init(key, .string(value))) }
        }
        return Secret(JSONTree.object(members).pretty)
    }

    /// Reads the text of a file; `nil` if this build doesn't write such files.
    init?(_ bytes: [UInt8]) {
        // The caller treats every unreadable file alike.
        guard let tree = try? JSONTree(bytes), tree["version"]?.int == 1, let system = tree["system"]?.text,
            let baseURL = tree["baseURL"]?.text, let grantedAt = tree["grantedAt"]?.text.flatMap({ Instant($0) }),
            let token = tree["token"]?.text, !token.isEmpty
        else { return nil }
        var expiresAt: Instant?
        if let text = tree["expiresAt"]?.text {
            guard let end = Instant(text) else { return nil }
            expiresAt = end
        }
        self.init(
            system: system, baseURL: baseURL,
            grant: SignInGrant(
                Secret(token), expiresAt: expiresAt, refreshToken: tree["refreshToken"]?.text.map { Secret($0) },
                deviceID: tree["deviceID"]?.text, account: tree["account"]?.text, name: tree["name"]?.text,
                role: tree["role"]?.text),
            grantedAt: grantedAt)
    }
}
