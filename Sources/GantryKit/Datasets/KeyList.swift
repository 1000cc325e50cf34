package import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel
internal import GantryOutputs

/// Lists of keys that single requests are made for. Two keys are one only where they have the same bytes: `é` can be
/// spelled in two ways that are equal as texts.
package enum KeyList {
    /// The most pairs that are asked for, one request each.
    package static let mostPairs = 1_000_000

    /// What a field of every usable record of a landed dataset holds, in order, each once and without empty ones.
    ///
    /// - Parameter field: `nil` for the keys, all of them.
    static func values<R: DatasetRecord>(
        of field: String?, in known: some DatasetDescription<R>, _ path: String
    ) async throws -> [String] {
        let file = try ReadFile.open(path)
        let reader = try LandingReader(known.dataset, path: path, length: file.size, tail: [])
        let access = field.flatMap { name in known.dataset.shape.fields.first { $0.name == name }?.access }
        var values: [String] = []
        var seen: Set<[UInt8]> = []
        while let chunk = try await reader.next() {
            let rejects = Set(chunk.rejects.map(\.index))
            for index in 0..<chunk.count where !rejects.contains(index) {
                let record = chunk.records[index]
                if let access {
                    let text = access.text(of: record) { chunk.text($0) } ?? ""
                    if !text.isEmpty, seen.insert(Array(text.utf8)).inserted { values.append(text) }
                } else {
                    values.append(String(decoding: chunk.spelled(record.key), as: UTF8.self))
                }
            }
        }
        return values
    }

    /// What is requested with these ids, each of which counts once: they themselves, or every pair of them for a
    /// dataset whose keys have two parts, the earlier one first.
    /// - Parameter source: what the ids belong to, for messages.
    package static func keys<Asked: DatasetRecord>(
        _ ids: [String], of source: String, for asked: Dataset<Asked>
    ) throws -> [String] {
        var keys: [String] = []
        var seen: Set<[UInt8]> = []
        for id in ids where seen.insert(Array(id.utf8)).inserted { keys.append(id) }
        guard asked.keyParts == 2 else { return try keys.map { try checked($0, of: asked, from: source) } }
        let count = keys.count * max(keys.count - 1, 0) / 2
        guard count <= mostPairs else {
            throw RunError(
                .unusableRun,
                "The \(keys.count) keys of \(source) make \(count) pairs; the maximum is \(mostPairs).",
                advice:
                    "List the pairs you need in a CSV file with two columns, and name it in the pipeline file: for-each: { file: pairs.csv }."
            )
        }
        var pairs: [String] = []
        pairs.reserveCapacity(count)
        for (index, first) in keys.enumerated() {
            for second in keys[(index + 1)...] {
                pairs.append(try checked("\(first)/\(second)", of: asked, from: source))
            }
        }
        return pairs
    }

    /// The first columns of a CSV file with a heading row, as many as a key has parts, each key once, in order; at most
    /// 16 MiB.
    /// - Parameter path: absolute, or relative to the workspace.
    static func read<Asked: DatasetRecord>(
        _ path: String, in workspace: Workspace, _ asked: Dataset<Asked>
    ) throws -> [String] {
        let path = path.hasPrefix("/") ? path : "\(workspace.path)/\(path)"
        let file = try ReadFile.open(path)
        guard file.size <= 16 << 20 else {
            throw RunError(.unusableRun, "\(path) is larger than 16 MiB, the maximum for a list of keys.")
        }
        var bytes: [UInt8] = []
        while try file.read(appendingTo: &bytes) > 0 {}
        let heading = bytes.prefix { $0 != 0x0A }
        var rows = CSVRows(bytes, dialect: heading.contains(0x3B) ? .excelDanish : .machine)
        _ = rows.next()
        var keys: [String] = []
        var seen: Set<[UInt8]> = []
        while let cells = rows.next() {
            guard cells.contains(where: { !$0.isEmpty }) else { continue }
            let key = cells.prefix(asked.keyParts).joined(separator: "/")
            if seen.insert(Array(key.utf8)).inserted { keys.append(try checked(key, of: asked, from: path)) }
        }
        return keys
    }

    private static func checked<Asked: DatasetRecord>(
        _ key: String, of asked: Dataset<Asked>, from path: String
    ) throws -> String {
        guard asked.isKey(key), !key.utf8.contains(0x0A), key.utf8.count <= 400 else {
            throw RunError(
                .unusableRun,
                "\(path) contains \"\(singleLine(key, limit: 60))\", which can't be a key of \(asked.name).",
                advice:
                    "A key of this dataset has \(asked.keyParts == 1 ? "one part" : "\(asked.keyParts) parts, each in its own column")."
            )
        }
        return key
    }
}
