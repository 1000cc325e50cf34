import GantryJSON
import GantryModel
import Testing

/// Pages with random damage, the same for the same seed.
struct DamagedPages {
    private var numbers: SeededGenerator

    init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

    private static let pages: [[UInt8]] = [
        ##"{"ok":true,"data":[{"id":1,"hours":7.5,"note":"æ \"q\" \u00e6 🏗️","count":-3,"x":{"y":[1,{"z":null}],"hours":[]}},{"id":2,"hours":"1.25","price":179.316666667,"day":"2026-10-05","at":"2026-10-05T16:00:00.123Z","state":"OPEN"}],"pagination":{"currentPage":1,"totalPages":2,"totalCount":4,"hasNext":true}}"##,
        ##"[{"hours":0,"id":1},{"id":"22","hours":1e2,"day":"2026-10-05T23:30:00+02:00","note":12,"n\u006fte2":true}, {"note":"\ud83c\udfd7\n","state":"DONE","hours":-2.50,"id":3.0}]"##,
        "{\n  \"total\": 1,\n  \"entries\": [\n    {\n      \"id\": 5,\n      \"hours\": 7.3000000000001,\n      \"count\": null,\n      \"at\": \"1969-12-31\"\n    }\n  ]\n}\n",
    ].map { Array($0.utf8) }

    private static let pieces: [[UInt8]] =
        [
            "null", "true", "0", "-", "1e5", ".5", "\"", "\\", "\\\"", "\\u0041", "\\ud800", "\\u00", "{", "}", "[",
            "]", ",", ":", " ", "\n", "\t", "\u{0}",
            "\"id\":1,", "\"hours\":2,", "\"data\":[]", "{}", "[]", "9999999999", "\u{2028}", "\"\"", "x",
        ].map { Array($0.utf8) } + [[0xFF], [0xC3], [0xED, 0xA0, 0x80]]

    mutating func next() -> [UInt8] {
        var page = Self.pages.randomElement(using: &numbers) ?? []
        for _ in 0..<Int.random(in: 1...3, using: &numbers) where !page.isEmpty {
            let at = Int.random(in: 0..<page.count, using: &numbers)
            let end = min(page.count, at + Int.random(in: 1...12, using: &numbers))
            switch Int.random(in: 0..<10, using: &numbers) {
            case 0: page[at] ^= 1 << UInt8.random(in: 0..<8, using: &numbers)
            case 1: page[at] = UInt8.random(in: 0...255, using: &numbers)
            case 2: page.remove(at: at)
            case 3: page.removeSubrange(at..<end)
            case 4: page.insert(contentsOf: page[at..<end], at: Int.random(in: 0...page.count, using: &numbers))
            case 5: page.insert(UInt8.random(in: 0...255, using: &numbers), at: at)
            case 6: page[at] = UInt8(ascii: "0") + UInt8.random(in: 0..<10, using: &numbers)
            default: page.insert(contentsOf: Self.pieces.randomElement(using: &numbers) ?? [], at: at)
            }
        }
        return page
    }
}

@Suite("A damaged page")
struct MutatedPageTests {
    /// 8 × 25,000 damaged pages.
    @Test(
        "is refused where it is no JSON, and else decodes to what a plain reader finds",
        arguments: 0..<8 as Range<UInt64>)
    func againstReference(seed: UInt64) {
        var pages = DamagedPages(seed: seed)
        let decoder = PageDecoder(Shift.self)
        var read = 0
        for number in 0..<25_000 {
            let bytes = pages.next()
            let name: Comment =
                "seed \(seed), page \(number): \(String(decoding: bytes, as: UTF8.self).debugDescription)"
            let page = Result { () throws(JSONProblem) in try decodePage(bytes, with: decoder) }
            guard String(validating: bytes, as: UTF8.self) != nil else {
                if case .success(let page) = page { checkUnicode(page, name) }
                continue
            }
            let reference = Result { () throws(ReferenceJSON.Broken) in try ReferenceJSON.parse(bytes) }
            checkTree(bytes, reference, name)
            guard case .success(let tree) = reference, let expected = ReferencePage(tree) else {
                if case .success = page { Issue.record("was read: \(name)") }
                continue
            }
            read += 1
            switch page {
            case .success(let page):
                let found = ReferencePage(page)
                if found != expected { Issue.record("\(found) instead of \(expected): \(name)") }
            case .failure(let problem): Issue.record("\(problem): \(name)")
            }
        }
        #expect(read > 2_500, "too few pages stayed readable for the comparison to mean something")
    }

    /// A record of a page that isn't UTF-8 is a reject exactly where it holds such bytes, or for another reason.
    private func checkUnicode(_ page: Page, _ name: Comment) {
        let rejects = Set(page.chunk.rejects.map(\.index))
        for (index, range) in page.chunk.ranges.enumerated()
        where String(validating: page.chunk.bytes[range], as: UTF8.self) == nil {
            if !rejects.contains(index) { Issue.record("record \(index) is no UTF-8 and was accepted: \(name)") }
        }
    }

    private func checkTree(_ bytes: [UInt8], _ reference: Result<ReferenceJSON, ReferenceJSON.Broken>, _ name: Comment)
    {
        let tree = Result { () throws(JSONProblem) in try JSONTree(bytes) }
        switch (tree, reference) {
        case (.failure, .failure): break
        case (.success(let tree), .success(let expected)):
            if JSONTree(expected) != tree { Issue.record("\(tree.compact) instead of \(expected): \(name)") }
        case (.success, .failure): Issue.record("the tree was read: \(name)")
        case (.failure(let problem), .success(let expected)):
            if JSONTree(expected) != nil { Issue.record("the tree was not read, \(problem): \(name)") }
        }
    }
}

extension JSONTree {
    /// The same document; `nil` where it holds half of a surrogate pair.
    init?(_ value: ReferenceJSON) {
        switch value {
        case .null: self = .null
        case .bool(let value): self = .bool(value)
        case .number(let text): self = .number(text)
        case .string(let units):
            guard let text = ReferenceJSON.text(units) else { return nil }
            self = .string(text)
        case .array(let list):
            let items = list.compactMap { JSONTree($0) }
            guard items.count == list.count else { return nil }
            self = .array(items)
        case .object(let list):
            let members = list.compactMap { member in
                ReferenceJSON.text(member.key).flatMap { key in JSONTree(member.value).map { Member(key, $0) } }
            }
            guard members.count == list.count else { return nil }
            self = .object(members)
        }
    }
}
