internal import GantryFiles
internal import GantryModel
internal import GantrySignOff

/// The folder beside an export folder that says who signed it. Together they prove a period on any machine.
package enum SignedFolder {
    package static let book = "book.jsonl"
    package static let decisions = "decisions.jsonl"
    /// The keys of those who signed with one, as `ssh-keygen -Y verify -f` reads them.
    static let signers = "allowed_signers"
    /// The digests of the other files, as `sha256sum -c` reads them.
    static let sums = "SHA256SUMS"

    /// Writes the folder as the book has it now.
    static func write(_ history: SignOffHistory, _ place: SignOffPlace) throws {
        let state = history[place.run]
        var files: [(name: String, bytes: [UInt8])] = [(book, Array(history.book.text.utf8))]
        if state.statement != nil {
            files.append((place.statementName, try ReadFile.bytes(of: place.statement)))
            if let kept = try ReadFile.ifExists(place.keptDecisions) { files.append((decisions, kept)) }
        }
        for line in [state.approved, state.last].compactMap(\.self) where [.signed, .received].contains(line.action) {
            for file in line.files where !files.contains(where: { $0.name == file.name }) {
                files.append((file.name, try ReadFile.bytes(of: place.file(file.name))))
            }
        }
        if let approved = state.approved, case .key = approved.proof, let file = approved.files.first {
            let signature = try SSHSignature(ReadFile.bytes(of: place.file(file.name)))
            let line = "\(approved.person.id) namespaces=\"\(SSHSignature.namespace)\" \(signature.key.text)\n"
            files.append((signers, Array(line.utf8)))
        }
        try Folders.makePrivate(place.signedSteps, under: place.workspace.path)
        let names = Set(files.map(\.name))
        for entry in try Folders.list(place.signed, limit: 1_000)
        where !names.contains(entry.path) && entry.path != sums {
            try Folders.remove("\(place.signedSteps)/\(entry.path)", under: place.workspace.path)
        }
        for file in files { try Publishing.writeDurably(file.bytes.span, to: "\(place.signed)/\(file.name)") }
        let text = files.sorted { $0.name < $1.name }
            .map { "\(ContentHasher.digest(of: $0.bytes.span))  \($0.name)\n" }.joined()
        try Publishing.writeDurably(Array(text.utf8).span, to: "\(place.signed)/\(sums)")
    }
}
