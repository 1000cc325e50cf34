internal import GantryJSON
internal import GantryModel
internal import GantryYAML

extension OpenAPIDrafting {
    // MARK: Addresses

    /// `environments` of the servers.
    ///
    /// - Returns: the part; the addresses in it; and what every path begins with where the only address is a path
    ///   itself.
    func environments() -> (part: DraftPart, addresses: [String], base: String) {
        let servers = document.root["servers"]?.list ?? []
        var (parts, notes): ([DraftPart], [String]) = ([], [])
        var (addresses, words): ([String], Set<String>) = ([], [])
        var base = ""
        for server in servers {
            guard let url = server["url"]?.text else { continue }
            let help = server["description"]?.text.map { " (\($0))" } ?? ""
            if url.hasPrefix("/") || url.isEmpty || url == "." {
                let path = url.hasSuffix("/") ? String(url.dropLast()) : url == "." ? "" : url
                if servers.count == 1 { base = path } else { notes.append(url + help) }
                continue
            }
            let named = Set((url + " " + help).lowercased().split { !$0.isLetter }.map(String.init))
            let word =
                ConfigurationKeys.environments.first { named.contains($0) }
                ?? (servers.count == 1 ? "production" : nil)
            guard let word, !words.contains(word), let address = try? BaseURL(url) else {
                notes.append(url + help)
                continue
            }
            words.insert(word)
            addresses.append(address.description)
            parts.append(
                DraftPart("address \(url)", indent: 2, ["  \(word): \(DraftText.yaml(address.description))"]))
        }
        var comments: [String] = []
        if !notes.isEmpty {
            comments = DraftText.comment(
                "Servers that the document doesn't call production, staging or development, or that no connection can name:"
                    + " \(listed(notes, "and")).")
        } else if parts.isEmpty {
            comments = DraftText.comment("The document names no address: each connection says its own.")
        }
        let group = DraftPart(nil, indent: 0, ["environments:"], parts: parts, needsParts: true)
        return (
            DraftPart(nil, indent: 0, comments, parts: [group, DraftPart(nil, indent: 0, [""])]), addresses, base
        )
    }

    // MARK: Signing in

    /// `sign-in` of the first way that the document names and a system file can say.
    func signIn(_ addresses: [String]) -> DraftPart {
        let schemes = document.root["components"]?["securitySchemes"]?.members ?? []
        let named = alternatives(schemes.map(\.key))
        var ways: [(name: String, lines: [String], isProving: Bool)] = []
        var others: [String] = []
        for names in named.names {
            guard names.count == 1, let name = names.first,
                let scheme = document.resolved(schemes.first { $0.key == name }?.value),
                let (lines, isProving) = way(scheme, addresses)
            else {
                others.append(names.sorted().joined(separator: " with "))
                continue
            }
            ways.append((name, lines, isProving))
        }
        // Where some requests are signed in otherwise, nobody says which way is that of the lists.
        let isOne = ways.count == 1 && others.isEmpty || named.isSaid
        guard isOne, let way = ways.first else {
            let names = ways.map(\.name) + others
            let what =
                names.isEmpty ? "The document names no way to sign in." : "The document names \(listed(names, "and"))."
            return DraftPart(
                nil, indent: 0,
                DraftText.comment(what) + SystemDraft.signInForms + ["sign-in: \(SystemReader.open)", ""])
        }
        let left = ways.dropFirst().map(\.name) + others
        var lines = ["sign-in:"]
        lines += DraftText.comment(
            way.name + (left.isEmpty ? "" : "; the document also names \(listed(left, "and"))"), indent: 2)
        lines += way.lines
        if !way.isProving {
            let paths = candidates
            lines += DraftText.comment(
                "A request that fails with a wrong key, and where its answer names the account."
                    + (paths.isEmpty ? "" : " Requests without a list: \(listed(paths, "and"))."), indent: 2)
            lines.append("  check: \(SystemReader.open)")
        }
        return DraftPart(nil, indent: 0, lines + [""])
    }

    /// Which schemes a request can be made with, each with those that it needs besides; and whether the document says
    /// that any of them will do.
    private func alternatives(_ all: [String]) -> (names: [[String]], isSaid: Bool) {
        let whole = (document.root["security"]?.list ?? []).map { $0.members.map(\.key) }.filter { !$0.isEmpty }
        if !whole.isEmpty { return (whole, true) }
        var used: [[String]] = []
        for path in document.root["paths"]?.members ?? [] {
            for names in (path.value["get"]?["security"]?.list ?? []).map({ $0.members.map(\.key) })
            where !names.isEmpty && !used.contains(names) {
                used.append(names)
            }
        }
        return (used.isEmpty ? all.map { [$0] } : used, false)
    }

    /// The lines of a way to sign in, and whether it asks the server by itself; `nil` where no file can say it.
    private func way(_ scheme: JSONTree, _ addresses: [String]) -> (lines: [String], isProving: Bool)? {
        switch (scheme["type"]?.text, scheme["in"]?.text, scheme["scheme"]?.text?.lowercased()) {
        case ("apiKey", "header", _):
            return scheme["name"]?.text.flatMap { name in
                name.utf8.allSatisfy { isNameByte($0) && $0 != 0x2E } && !name.isEmpty
                    ? (["  api-key: { header: \(DraftText.yaml(name)) }"], false) : nil
            }
        case ("apiKey", "query", _):
            return scheme["name"]?.text.flatMap { name in
                DraftText.isWritable(name)
                    ? (
                        DraftText.comment("because: why no header carries the key.", indent: 2) + [
                            "  api-key: { query: \(DraftText.yaml(name)), because: \(SystemReader.open) }"
                        ], false
                    ) : nil
            }
        case ("http", _, "basic"): return (["  basic: {}"], false)
        case ("http", _, "bearer"): return (["  bearer: {}"], false)
        case ("oauth2", _, _):
            guard let flow = scheme["flows"]?["clientCredentials"], let url = flow["tokenUrl"]?.text else { return nil }
            let scopes = flow["scopes"]?.members.map(\.key) ?? []
            var lines = ["  client-credentials:"]
            if let path = below(url, addresses) {
                lines.append("    post: \(DraftText.yaml(path))")
            } else {
                lines += DraftText.comment("A path below the address. The document names \(url).", indent: 4)
                lines.append("    post: \(SystemReader.open)")
            }
            lines += ["    # basic, or form where the server wants client-id and client-secret in the body."]
            lines.append("    send-as: \(SystemReader.open)")
            if !scopes.isEmpty { lines += DraftText.comment("scope: of \(listed(scopes, "and")).", indent: 4) }
            return (lines, true)
        default: return nil
        }
    }

    /// The path of an address below one of the servers; `nil` where it is elsewhere.
    private func below(_ url: String, _ addresses: [String]) -> String? {
        let path =
            url.hasPrefix("/") && addresses.isEmpty
            ? url : addresses.first { url.hasPrefix($0 + "/") }.map { String(url.dropFirst($0.count)) }
        guard let path, path.utf8.allSatisfy({ isNameByte($0) || $0 == 0x2F }), !path.contains("..") else { return nil }
        return path
    }
}
