internal import GantryFiles
internal import GantryJSON
package import GantryModel

/// Answers that a connection keeps for a while, in `cache/<connection>/` of the workspace: 0600 in folders of mode
/// 0700.
///
/// An entry belongs to one account and URL. It holds its own digest, so a damaged one is a miss, and so is one that
/// another version wrote. The oldest are deleted first when there are too many; an answer that is too large is not
/// stored. Nothing here makes a read fail: an answer that can't be stored is requested again.
package struct ResponseCache: Sendable {
    /// The most entries. The default is 500.
    package var entryLimit = 500
    /// Bytes of all bodies together. The default is 64 MiB.
    package var totalLimit = 64 << 20
    /// The largest body. The default is 4 MiB.
    package var bodyLimit = 4 << 20

    /// The metadata of an answer.
    package struct Entry: Sendable, Equatable {
        package var body: [UInt8]
        /// The server's name for this version of it (`ETag`).
        package var tag: String?
        /// When the server last said that it is current.
        package var checkedAt: Instant

        package init(body: [UInt8], tag: String?, checkedAt: Instant) {
            self.body = body
            self.tag = tag
            self.checkedAt = checkedAt
        }

        /// Whether it is younger than `life`. One from the future, by a clock that was put back, is not.
        package func isCurrent(at now: Instant, life: Duration) -> Bool {
            let age = Duration.nanoseconds(now.nanoseconds(since: checkedAt))
            return age >= .zero && age < life
        }
    }

    private let workspace: String
    /// Below the workspace.
    private let folder: String

    package init(_ workspace: Workspace, connection: String) {
        self.workspace = workspace.path
        folder = "cache/" + connection
    }

    /// The key of an entry: the digest of everything it belongs to.
    package static func key(account: String?, url: String) -> String {
        let text = Array([account ?? "", url].joined(separator: "\n").utf8)
        return ContentHasher.digest(of: text.span).description
    }

    /// The entry under a key; `nil` if there is none that can be used.
    package func entry(_ key: String) -> Entry? {
        do {
            let file = try ReadFile.open(folder + "/" + key, under: workspace)
            guard file.size <= bodyLimit + 4_096 else { return nil }
            var bytes: [UInt8] = []
            while try file.read(appendingTo: &bytes) > 0 {}
            return ResponseCache.read(bytes, key)
        } catch {
            // If anything is wrong with a file of the cache, the server is asked instead.
            return nil
        }
    }

    /// Keeps an answer; an entry under the same key is replaced.
    ///
    /// - Throws: `FileError` when the disk is full or the folder can't be used. The caller may continue without the
    ///   cache.
    package func keep(_ entry: Entry, _ key: String) throws {
        guard entry.body.count <= bodyLimit else { return }
        try Folders.makePrivate(workspace)
        try Folders.makePrivate(folder, under: workspace)
        let bytes = ResponseCache.bytes(entry, key)
        try Publishing.writeDurably(bytes.span, to: "\(workspace)/\(folder)/\(key)")
        try tidy(keeping: key)
    }

    /// Removes an entry.
    ///
    /// - Throws: `FileError`. A missing entry is not an error.
    package func forget(_ key: String) throws { try Folders.remove(folder + "/" + key, under: workspace) }

    /// Removes every entry, for when the connection gets another account.
    ///
    /// - Throws: `FileError`. An empty cache is not an error.
    package func forget() throws { try Folders.remove(folder, under: workspace) }

    /// Removes the oldest entries until the rest is within the limits.
    private func tidy(keeping newest: String) throws {
        var files = try Folders.list(workspace + "/" + folder, limit: 100_000).filter { $0.kind == .file }
        var total = files.reduce(0) { $0 + $1.size }
        guard files.count > entryLimit || total > totalLimit else { return }
        let ages = files.map { (file: $0, checkedAt: entry($0.path)?.checkedAt) }
        // Unreadable answers are deleted before the oldest readable ones.
        files = ages.sorted {
            ($0.checkedAt?.nanosecondsSince1970 ?? .min) < ($1.checkedAt?.nanosecondsSince1970 ?? .min)
        }.map(\.file)
        var count = files.count
        for file in files where file.path != newest {
            guard count > entryLimit || total > totalLimit else { return }
            try Folders.remove(folder + "/" + file.path, under: workspace)
            count -= 1
            total -= file.size
        }
    }

    // MARK: The file

    /// One line of JSON, a line break, the body.
    private static func bytes(_ entry: Entry, _ key: String) -> [UInt8] {
        var members: [JSONTree.Member] = [
            .init("version", .integer(1)), .init("key", .string(key)),
            .init("checkedAt", .string(entry.checkedAt.description)),
        ]
        if let tag = entry.tag { members.append(.init("tag", .string(tag))) }
        let open = JSONTree.object(members).compact
        members.append(.init("sha256", .string(digest(open, entry.body))))
        return Array(JSONTree.object(members).compact.utf8) + [0x0A] + entry.body
    }

    private static func read(_ bytes: [UInt8], _ key: String) -> Entry? {
        // The caller treats every damaged head alike.
        guard let end = bytes.firstIndex(of: 0x0A), let head = try? JSONTree(Array(bytes[..<end])),
            case .object(let members) = head,
            head["version"]?.int == 1, head["key"]?.text == key,
            let checkedAt = head["checkedAt"]?.text.flatMap({ Instant($0) })
        else { return nil }
        let body = Array(bytes[(end + 1)...])
        let open = JSONTree.object(members.filter { $0.key != "sha256" }).compact
        guard head["sha256"]?.text == digest(open, body) else { return nil }
        return Entry(body: body, tag: head["tag"]?.text, checkedAt: checkedAt)
    }

    private static func digest(_ head: String, _ body: [UInt8]) -> String {
        var hasher = ContentHasher()
        let open = Array(head.utf8)
        hasher.update(open.span)
        hasher.update(body.span)
        return hasher.digest().description
    }
}
