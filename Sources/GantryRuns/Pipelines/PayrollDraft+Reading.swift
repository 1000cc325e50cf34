internal import GantryYAML

extension PayrollDraft {
    /// The draft that a file was written from.
    ///
    /// - Returns: `nil` for a file that says anything else, such as one that somebody has changed by hand.
    public init?(reading bytes: [UInt8], profiles: ProfileFolders) {
        var mistakes: [Mistake] = []
        guard let source = SourceText(bytes, name: "payroll.yaml", mistakes: &mistakes),
            let root = YAMLReading.read(source, mistakes: &mistakes), mistakes.isEmpty,
            let base = root.word("extends"), let connection = root.word("connection")
        else { return nil }
        self.init(base: base, connection: connection)
        if let output = root.items("outputs").first {
            profile = output.word("format").flatMap { name in try? profiles.load(name) }
            needs = output.words("needs").map { ($0.key, $0.word) }
            codes = output.words("codes").map { ($0.key, $0.word) }
        }
        if let people = root["sign-off"] {
            signers = (people.items("prepare").compactMap(\.text), people.items("approve").compactMap(\.text))
        }
        destination = root.items("deliver").first?.word("to")
        guard text.utf8.elementsEqual(bytes) else { return nil }
    }
}

extension SourceNode {
    fileprivate subscript(_ key: String) -> SourceNode? { entries?.first { $0.key == key }?.value }

    fileprivate var text: String? { if case .text(let text, _) = content { text } else { nil } }

    fileprivate func items(_ key: String) -> [SourceNode] {
        if case .list(let items)? = self[key]?.content { items } else { [] }
    }

    fileprivate func words(_ key: String) -> [(key: String, word: String)] {
        (self[key]?.entries ?? []).compactMap { entry in entry.value.text.map { (entry.key, $0) } }
    }
}
