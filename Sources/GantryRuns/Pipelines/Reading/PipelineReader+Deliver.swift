internal import GantryModel
internal import GantryYAML

extension PipelineKeys {
    var deliverKey: DocumentKey {
        DocumentKey(
            "deliver", .list(.group(Pipeline.Deliver.settings.map(\.key))),
            help:
                "Where the files of a run go once it is published, each once; with sign-off only once two people have signed."
        )
    }
}

extension PipelineReader {
    /// `deliver`: where a published run goes; nowhere by default.
    mutating func deliver(_ section: Section, isSigned: Bool) -> [Pipeline.Deliver] {
        guard section.has("deliver") else { return [] }
        let expected = "a list of destinations, such as - { to: bank }"
        guard let items = document.list(section, "deliver", expected: expected) else { return [] }
        var found: [Pipeline.Deliver] = []
        for (index, item) in items.enumerated() {
            let path = "deliver[\(index)]"
            guard
                let entry = document.section(item, path, keys: Pipeline.Deliver.settings.map(\.key), owner: item.place)
            else {
                continue
            }
            let to = document.required(entry, "to", expected: "the name of a destination in gantry.yaml, such as bank")
            var delivery = Pipeline.Deliver(to: to?.value ?? "")
            document.fill(&delivery, Pipeline.Deliver.settings, from: entry)
            guard let to else { continue }
            guard isPlainName(to.value) else {
                document.report(
                    .badValue, at: to.place, "\(quoted(to.value)) can't be the name of a destination.",
                    expected: "a name in lower-case letters, digits and -")
                continue
            }
            if found.contains(where: { $0.to == to.value }) {
                document.report(
                    .duplicate, at: to.place, "\(quoted(to.value)) is listed twice.", expected: "each destination once")
            }
            if isSigned, delivery.form != .files {
                document.report(
                    .conflict, at: entry.place(of: "as"),
                    "What is delivered of a signed period is what its statement lists.", expected: "as: files")
            }
            found.append(delivery)
        }
        if isSigned, found.count > 1 {
            document.report(
                .conflict, at: section.place(of: "deliver"),
                "A signed period is delivered to one place, so that nobody pays it twice.",
                expected: "one destination")
        }
        return found
    }
}
