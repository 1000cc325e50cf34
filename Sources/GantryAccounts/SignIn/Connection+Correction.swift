public import GantryConnectors
internal import GantryFiles
public import GantryModel

extension Connection {
    /// The secrets that files keep, by the credential's name, with the path of each: what a person can correct by
    /// typing it again.
    public var secretFiles: [(credential: SignInCredential, path: String)] {
        system.signIn.credentials.compactMap { credential in
            guard credential.isSecret, case .file(let path)? = credentials[credential.name] else { return nil }
            return (credential, path)
        }
    }

    /// The same connection with secrets that a person has typed, wherever gantry.yaml says that they are kept.
    public func trying(_ secrets: [String: Secret]) -> Connection {
        var connection = self
        for (name, secret) in secrets { connection.credentials[name] = .literal(secret.reveal()) }
        return connection
    }

    /// What to do after the sign-in was refused: where the secret is kept, and the command that tries it.
    ///
    /// - Parameters:
    ///   - credential: The credential that is at fault; `nil`, the default, for any secret one.
    ///   - remedy: What must be done first, without a full stop.
    func correction(of credential: String? = nil, after remedy: String? = nil) -> Advice {
        let known = system.signIn.credentials
        let kept = known.first { known in
            if let credential { return known.name == credential }
            return known.isSecret && credentials[known.name] != nil
        }
        guard let kept, let place = credentials[kept.name]?.placeOfSecret else {
            let first = remedy.map { "\($0), then sign in" } ?? "Sign in with the right one"
            return "\(first): \(.logIn(connection: name))"
        }
        if let remedy { return "\(remedy), put it into \(place), then sign in: \(.logIn(connection: name))" }
        let account = known.first { !$0.isSecret && $0.namesAccount && credentials[$0.name] != nil }
        let other = credential == nil ? account.map { ", or the \($0.name) in gantry.yaml" } ?? "" : ""
        return "Correct the \(kept.name) in \(place)\(other), then try it: \(.check(connection: name))"
    }
}

extension SecretSource {
    /// Where it is kept, for a sentence; a file by its whole path.
    var placeOfSecret: String {
        switch self {
        case .literal: "gantry.yaml"
        case .environment(let name): "the environment variable \(name)"
        case .file(let path): Folders.fullPath(path)
        case .command(let words): "what \(words.first ?? "the command") reads"
        case .systemd(let name): "the systemd credential \(name)"
        }
    }
}
