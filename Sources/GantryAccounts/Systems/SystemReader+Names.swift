internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension SystemReader {
    /// `names`: the field of another dataset that has the same values as this one.
    mutating func names(
        _ group: Section, of field: String, _ kind: DescribedField.Kind?
    ) -> DocumentReader.Located<DescribedReference>? {
        let expected = "a dataset of this file and one of its fields, such as services.name"
        guard let text = document.text(group, "names", expected: expected) else { return nil }
        let parts = text.value.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 2 else {
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for \(group.path("names")).", expected: expected
            )
            return nil
        }
        if let kind, kind != .text, kind != .integer {
            document.report(
                .conflict, at: text.place, "The field \(field) is \(kind.words), which names no record.",
                expected: "names at a field of the type text or integer")
            return nil
        }
        if let other = references.first {
            document.report(
                .conflict, at: text.place, "The field \(other.value.field) has names already.",
                expected: "names at one field of a dataset")
            return nil
        }
        return DocumentReader.Located(
            value: DescribedReference(field: field, dataset: parts[0], target: parts[1]), place: text.place)
    }

    /// Gives each dataset what its field names, which can be below it in the file.
    mutating func take(
        _ named: [(owner: Int, reference: DocumentReader.Located<DescribedReference>)],
        into datasets: inout [DescribedDataset]
    ) {
        for (owner, reference) in named {
            let others = datasets.indices.filter { $0 != owner }.map { datasets[$0] }
            let (name, target) = (reference.value.dataset, reference.value.target)
            guard let other = others.first(where: { $0.name == name }) else {
                document.unknownName(
                    "dataset", DocumentReader.Located(value: name, place: reference.place), among: others.map(\.name),
                    expected: others.isEmpty ? "another dataset in this file" : nil)
                continue
            }
            let fields = other.fields.filter { $0.kind == .text || $0.kind == .integer }.map(\.name)
            guard fields.contains(target) else {
                document.unknownName(
                    "field", DocumentReader.Located(value: target, place: reference.place), among: fields)
                continue
            }
            if let field = datasets[owner].fields.first(where: { $0.name.hasPrefix(name + ".") }) {
                document.report(
                    .conflict, at: reference.place,
                    "\(quoted(field.name)) is a field, and what columns of \(name) would be called.",
                    expected: "a name without \(name). for that field")
            }
            datasets[owner].reference = reference.value
        }
    }
}
