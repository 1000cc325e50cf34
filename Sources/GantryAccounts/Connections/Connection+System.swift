package import GantryConnectors
internal import GantryModel

extension SystemDescriptor {
    /// The systems that this build knows, as `gantry.yaml` names them. Every credential may be left out there: `gantry
    /// login` asks for it.
    public static let all = System.all.map { system in
        var descriptor = SystemDescriptor(
            name: system.name, title: system.title, environments: system.environments,
            credentials: system.signIn.credentials.filter { !$0.isForSignUp }.map {
                CredentialDescriptor(name: $0.name, help: $0.help, isRequired: false, isSecret: $0.isSecret)
            })
        descriptor.contracts = system.contracts
        return descriptor
    }
}

extension Connection {
    /// The system of the connection.
    ///
    /// - Throws: `SignInError.unknownSystem` for a name that `gantry.yaml` can't have been checked with.
    package func requireSystem() throws(SignInError) -> System {
        guard let found = System.named(system) else {
            throw SignInError(.unknownSystem, "There is no system called \(quoted(system)).")
        }
        return found
    }
}
