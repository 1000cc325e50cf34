internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

extension SystemKeys {
    static let leaveOutTests = ["is", "is-there", "starts", "ends"]

    static let leaveOut: [DocumentKey] = [
        DocumentKey(
            "at", .either(path), required: true, help: "Where the value is that shows it: deleted."),
        DocumentKey("is", .either([.text, .list(.text)]), help: "The text, number or flag there, or some of them."),
        DocumentKey("is-there", .flag, help: "true: anything but null, false, 0 and what is empty is there."),
        DocumentKey("starts", .line(), help: "How the text there begins."),
        DocumentKey("ends", .line(), help: "How the text there ends."),
    ]
}

extension SystemReader {
    /// `leave-out`: which records of a dataset are none; `nil` for none, or for a mistake.
    mutating func leaveOut(_ section: Section, among fields: [DescribedField]?) -> DescribedDataset.LeaveOutRule? {
        guard let group = document.section(section, "leave-out", keys: SystemKeys.leaveOut) else { return nil }
        if !group.has("at") {
            document.missing("at", in: group, expected: "where the value is that shows it, such as deleted")
        }
        let path = steps(group)
        let test = leaveOutTest(group)
        guard let path, let test else { return nil }
        guard leaveOutHasRoom(path, group: group, beside: fields ?? []) else { return nil }
        return DescribedDataset.LeaveOutRule(path: path, test: test)
    }

    private mutating func leaveOutTest(_ group: Section) -> LeaveOutTest? {
        let ways = SystemKeys.leaveOutTests.filter { group.has($0) }
        guard ways.count == 1, let way = ways.first, let node = group[way] else {
            document.report(
                ways.isEmpty ? .missingKey : .conflict, at: ways.isEmpty ? group.owner : group.place(of: ways[1]),
                ways.isEmpty
                    ? "\(group.path) doesn't say what is there in a record that is none."
                    : "\(group.path) has \(listed(ways, "and")).",
                expected: "exactly one of " + listed(SystemKeys.leaveOutTests))
            return nil
        }
        let expected = "a text, such as removed"
        switch way {
        case "is-there":
            guard let flag = document.flag(group, way) else { return nil }
            guard flag else {
                document.report(
                    .badValue, at: node.place, "\(group.path(way)) is false.",
                    expected: "is-there: true; a field that must be there is required: true")
                return nil
            }
            return .present
        case "is": return texts(group, way, expected: expected).map { .oneOf($0) }
        default:
            return document.text(group, way, expected: expected).map {
                way == "starts" ? .starts($0.value) : .ends($0.value)
            }
        }
    }

    /// Whether the value can be read beside the fields.
    private mutating func leaveOutHasRoom(_ path: [PathStep], group: Section, beside fields: [DescribedField]) -> Bool {
        if let step = path.first(where: { isSensitive($0) }) {
            document.report(
                .conflict, at: group.place(of: "at"),
                "\(step.words) is a key that is cut out of every record, so it shows nothing.",
                expected: "another place")
            return false
        }
        guard !fields.contains(where: { $0.path == path }) else { return true }
        let place = DescribedField(name: "leave-out", path: path, kind: .text, isRequired: false, help: "")
        if let problem = fields.compactMap({ conflict(place, $0) }).first {
            document.report(
                .conflict, at: group.place(of: "at"), problem, expected: "the place of a field, or one apart")
            return false
        }
        guard fields.count < 64, SystemReader.objects(fields + [place]) <= 64 else {
            document.report(
                .badValue, at: group.place(of: "at"), "The fields leave no room for another place.",
                expected: "the place of a field, or at most 63 fields")
            return false
        }
        return true
    }
}
