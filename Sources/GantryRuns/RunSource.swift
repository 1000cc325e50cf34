package import GantryAccounts
internal import GantryConnectors
public import GantryEngine
package import GantryFormats
package import GantryJSON
package import GantryModel

extension RunSource {
    /// Whether the server is on this machine: a sandbox, or the local end of a tunnel.
    public var isThisMachine: Bool { (try? BaseURL(address))?.isLoopback ?? false }

    /// What a person must know about a server on this machine; `nil` for any other.
    public var caution: String? {
        isThisMachine ? "on this machine: a sandbox, not production, unless it is a tunnel" : nil
    }

    /// `https://cranes.example.com, payroll@example.com`, and the contract where it is not the documented one.
    public var words: String {
        [address, account, contract.map { "\($0.rawValue) contract" }].compactMap(\.self).joined(separator: ", ")
    }
}

extension RunSource {
    /// The account is looked up without asking the server. One that can't be read counts as unknown: opening the
    /// connection reports why.
    package init(_ connection: Connection, in workspace: Workspace, environment: [String: String]) {
        let known = try? connection.account(store: TokenStore(workspace), environment: environment, now: .now)
        self.init(
            system: connection.system.name, address: connection.baseURL.description,
            account: known?.account.map { singleLine($0) })
        contract = connection.contract == .documented ? nil : connection.contract
        self.connection = connection.name
    }

    /// - Throws: `RunError.otherSource` when a published run came from another server or account.
    package func requireSame(as published: RunRecord) throws {
        guard let known = published.source, !matches(known) else { return }
        throw RunError(
            .otherSource,
            "\(published.id) was published from another server or account:",
            details: RunSource.differences(known, self),
            advice:
                "Nothing was done, because a revision must come from the same source. If it is the same company, put the address and account back. "
                + "For another company, use another workspace (\(.otherWorkspace)) or a copy of the pipeline file with its own pipeline name and connection."
        )
    }

    /// What differs, each as `account: a → b`; nothing where one of them doesn't know it.
    package static func differences(_ old: RunSource, _ new: RunSource) -> [String] {
        [
            ("system", old.system, new.system), ("address", old.address, new.address),
            ("account", old.account ?? "", new.account ?? ""),
            ("contract", (old.contract ?? .documented).rawValue, (new.contract ?? .documented).rawValue),
        ]
        .filter { !$0.1.isEmpty && !$0.2.isEmpty && $0.1 != $0.2 }.map { "\($0.0): \($0.1) → \($0.2)" }
    }

    /// Its entry in `totals.json`.
    package var tree: JSONTree {
        .object(
            [
                JSONTree.Member("address", .string(address)),
                JSONTree.Member("account", account.map { .string($0) } ?? .null),
                JSONTree.Member("this_machine", .bool(isThisMachine)),
            ] + (contract.map { [JSONTree.Member("contract", .string($0.rawValue))] } ?? []))
    }

    /// Its lines in `bag-info.txt`.
    package var bagLines: [BagWriter.Information] {
        [BagWriter.Information("Source-Address", address)]
            + [
                account.map { BagWriter.Information("Source-Account", $0) },
                contract.map { BagWriter.Information("Source-Contract", $0.rawValue) },
                caution.map { BagWriter.Information("Source-Caution", "Server \($0)") },
            ]
            .compactMap(\.self)
    }
}
