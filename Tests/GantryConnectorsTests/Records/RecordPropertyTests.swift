import GantryConnectors
import GantryJSON
import GantryModel
import Testing

/// How generated records are spelled.
struct Spelling {
    var isShuffled = true
    var hasUnknownKeys = true
    /// Keys with which secrets are strewn in; none for no secrets.
    var secretKeys: [String] = []

    func render(_ value: GeneratedValue, _ numbers: inout SeededGenerator) -> String {
        switch value {
        case .plain(let spellings): return spellings.randomElement(using: &numbers) ?? ""
        case .list(let items):
            return "[" + items.map { render($0, &numbers) }.joined(separator: space(&numbers) + "," + space(&numbers))
                + "]"
        case .object(let members):
            var parts = members.map { key($0.key, &numbers) + ":" + render($0.value, &numbers) }
            if hasUnknownKeys, numbers.once(in: 3) { parts.append(#""xUnknown":"# + junk(&numbers)) }
            while !secretKeys.isEmpty, numbers.once(in: 2) { parts.append(secret(&numbers)) }
            if isShuffled { parts.shuffle(using: &numbers) }
            return "{" + parts.joined(separator: space(&numbers) + "," + space(&numbers)) + "}"
        }
    }

    private func space(_ numbers: inout SeededGenerator) -> String {
        numbers.once(in: 8) ? [" ", "\n", "\t "].randomElement(using: &numbers) ?? "" : ""
    }

    private func key(_ key: String, _ numbers: inout SeededGenerator) -> String {
        guard isShuffled else { return "\"\(key)\"" }
        return "\""
            + key.utf16.map { numbers.once(in: 20) ? GeneratedText.escaped($0) : String(UnicodeScalar(UInt8($0))) }
            .joined() + "\""
    }

    /// A value of an unknown key, with secrets somewhere inside it.
    private func junk(_ numbers: inout SeededGenerator) -> String {
        if secretKeys.isEmpty {
            return ["7", "[]", #"{"id":[{"id":1}]}"#, #""x""#].randomElement(using: &numbers) ?? ""
        }
        return [
            #"[{\#(secret(&numbers))}]"#, #"{"deep":{"er":[1,{\#(secret(&numbers)),"id":1,\#(secret(&numbers))}]}}"#,
            "[[]]",
        ]
        .randomElement(using: &numbers) ?? ""
    }

    /// A member whose key must not leave the system, in some spelling.
    private func secret(_ numbers: inout SeededGenerator) -> String {
        var spelled = ""
        for unit in (secretKeys.randomElement(using: &numbers) ?? "").utf8 {
            let letter = String(UnicodeScalar(unit))
            let cased = numbers.once(in: 4) ? letter.uppercased() : letter
            spelled += numbers.once(in: 6) ? cased.utf16.map(GeneratedText.escaped).joined() : cased
            if numbers.once(in: 9) { spelled += ["_", "-"].randomElement(using: &numbers) ?? "" }
        }
        let value = [
            #""\#(GeneratedText.secret)""#, #"["\#(GeneratedText.secret)",{"id":"\#(GeneratedText.secret)"}]"#,
            #"{"a":"\#(GeneratedText.secret)\"}","b":[]}"#,
        ]
        return "\"\(spelled)\":" + (value.randomElement(using: &numbers) ?? "")
    }
}

/// A failure names its seed: that case alone is then run again.
private let seeds: [UInt64] = [1, 2, 3, 4]
private let datasets = Systems.builtIn.all.flatMap { system in
    system.datasets.map { (system.prefix + "." + $0.name, $0) }
}

@Suite("A generated record of any dataset")
struct RecordPropertyTests {
    private func records<R: DatasetRecord>(
        _ dataset: some DatasetDescription<R>, _ count: Int, _ numbers: inout SeededGenerator
    ) -> [GeneratedRecord] {
        // An answer that is one record has one.
        (0..<(isSingle(dataset) ? 1 : count)).map { _ in GeneratedRecord.make(dataset.dataset.shape, &numbers) }
    }

    private func isSingle(_ dataset: some DatasetDescription) -> Bool {
        dataset.dataset.isOneRecord
    }

    private func page(
        _ dataset: some DatasetDescription, _ records: [GeneratedRecord], _ spelling: Spelling,
        _ numbers: inout SeededGenerator
    ) -> String {
        let list = records.map { spelling.render($0.value, &numbers) }
        return isSingle(dataset) ? list.joined() : "[" + list.joined(separator: ",") + "]"
    }

    private func open(_ name: String, _ body: (any DatasetDescription) throws -> Void) throws {
        try body(try #require(Systems.builtIn.dataset(named: name)).dataset)
    }

    @Test("keeps every field, in the record and in its CSV cells", arguments: datasets.map(\.0), seeds)
    func keepsFields(name: String, seed: UInt64) throws {
        func check<D: DatasetDescription>(_ dataset: D) throws {
            let shape = dataset.dataset.shape
            var numbers = SeededGenerator(seed: seed)
            for _ in 0..<(isSingle(dataset) ? 40 : 1) {
                let made = records(dataset, 40, &numbers)
                let text = page(dataset, made, Spelling(), &numbers)
                let chunk = try decode(dataset.dataset, text)
                #expect(chunk.rejects.isEmpty, "\(name), seed \(seed): \(text)")
                let csv = chunk.csv(shape)
                for (index, record) in made.enumerated() {
                    #expect(
                        chunk.values(index, shape) == record.expected, "\(name), seed \(seed), record \(index): \(text)"
                    )
                    expectCells(
                        csv.rows[index], shape.fieldDescriptions, record.expected,
                        "\(name), seed \(seed), record \(index)")
                }
                for (place, list) in shape.lists.enumerated() {
                    let children = made.flatMap { $0.children[list.name] ?? [] }
                    #expect(csv.lists[place].count == children.count, "\(name).\(list.name), seed \(seed)")
                    for (row, child) in zip(csv.lists[place], children) {
                        let own = list.fields.indices.filter { !GeneratedRecord.linked.contains(list.fields[$0].name) }
                        expectCells(
                            own.map { row[$0] }, own.map { list.fields[$0] }, child.expected,
                            "\(name).\(list.name), seed \(seed)")
                    }
                }
            }
        }
        try open(name) { try check($0) }
    }

    private func expectCells(
        _ cells: [String], _ fields: [FieldDescription], _ expected: [String: String], _ note: String
    ) {
        for (cell, field) in zip(cells, fields) {
            let text = expected[field.name] ?? ""
            // A text that a spreadsheet would run has an apostrophe in front.
            #expect(cell == text || cell == "'" + text, "\(note), \(field.name)")
        }
    }

    @Test("is the same whatever its key order, unknown keys and spellings", arguments: datasets.map(\.0), seeds)
    func sameRecord(name: String, seed: UInt64) throws {
        func check<D: DatasetDescription>(_ dataset: D) throws {
            let shape = dataset.dataset.shape
            var numbers = SeededGenerator(seed: seed)
            let made = records(dataset, 20, &numbers)
            let plain = try decode(
                dataset.dataset, page(dataset, made, Spelling(isShuffled: false, hasUnknownKeys: false), &numbers))
            for _ in 0..<5 {
                let text = page(dataset, made, Spelling(), &numbers)
                let other = try decode(dataset.dataset, text)
                for index in made.indices {
                    #expect(
                        plain.canonicalText(of: index, shape.fields) == other.canonicalText(of: index, shape.fields),
                        "\(name), seed \(seed), record \(index): \(text)")
                }
            }
        }
        try open(name) { try check($0) }
    }

    @Test("loses its secrets and nothing else before it is landed", arguments: datasets.map(\.0), seeds)
    func noSecrets(name: String, seed: UInt64) throws {
        func check<D: DatasetDescription>(_ dataset: D) throws {
            let shape = dataset.dataset.shape
            #expect(!shape.sensitiveKeys.isEmpty, "\(name)")
            var numbers = SeededGenerator(seed: seed)
            var redactions = 0
            for _ in 0..<(isSingle(dataset) ? 40 : 1) {
                let made = records(dataset, 40, &numbers)
                let text = page(dataset, made, Spelling(secretKeys: shape.sensitiveKeys), &numbers)
                let chunk = try decode(dataset.dataset, text)
                let lines = chunk.landed()
                redactions += chunk.redactions.count
                #expect(lines.count == made.count)
                #expect(!hasSecret(lines.joined()), "\(name), seed \(seed): \(text)")
                #expect(!hasSecret(chunk.csv(shape).text), "\(name), seed \(seed): \(text)")
                for line in lines {
                    do throws(JSONProblem) {
                        _ = try JSONTree(Array(line.utf8))
                    } catch {
                        Issue.record("\(name), seed \(seed): \(error) in \(line)")
                    }
                }
                var again = Chunk<D.R>(bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
                try dataset.dataset.decoder().decodeLines(&again)
                #expect(again.redactions.isEmpty, "\(name), seed \(seed)")
                for index in made.indices {
                    #expect(
                        again.values(index, shape) == made[index].expected,
                        "\(name), seed \(seed), record \(index): \(text)")
                    #expect(
                        again.canonicalText(of: index, shape.fields) == chunk.canonicalText(of: index, shape.fields),
                        "\(name), seed \(seed), record \(index): \(text)")
                }
            }
            #expect(redactions > 10, "too few secrets for the test to mean something")
        }
        try open(name) { try check($0) }
    }

    private func hasSecret(_ text: String) -> Bool {
        // Every spelling that the generator has for it: plain, or escaped letter by letter.
        text.contains(GeneratedText.secret)
            || text.lowercased().contains(GeneratedText.secret.utf16.map(GeneratedText.escaped).joined().lowercased())
    }
}
