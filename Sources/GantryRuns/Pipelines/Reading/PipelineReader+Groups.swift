internal import GantryModel
internal import GantryPayroll
internal import GantryYAML

extension PipelineKeys {
    /// `for`: of which employees something is.
    static let groups = DocumentKey(
        "for", .list(.line(), isUnique: true),
        help: "Only employees of these groups, by the column pay_group of employees. The default is everybody.")
}

// `for`: the groups of employees that pay codes, checks and `not-paid` are for.
extension PipelineReader {
    /// The groups under `for`, in the order of the file; none where it isn't there.
    mutating func groups(_ section: Section) -> [DocumentReader.Located<String>] {
        let expected = "a list of groups as the column pay_group has them, such as [hourly]"
        guard section.has("for"), let items = document.list(section, "for", expected: expected) else { return [] }
        var groups: [DocumentReader.Located<String>] = []
        for (index, item) in items.enumerated() {
            guard let word = document.text(item, "\(section.path("for"))[\(index)]", expected: "a group") else {
                continue
            }
            guard !groups.contains(where: { $0.value == word.value }) else {
                document.report(
                    .duplicate, at: word.place, "The group \(quoted(word.value)) is listed twice.",
                    expected: "each group once")
                continue
            }
            groups.append(word)
        }
        return groups
    }

    /// Reports pay codes for groups where no list says who is in which.
    mutating func requireList(of employees: Bool, for groups: [DocumentReader.Located<String>]) {
        guard !employees, let first = groups.first else { return }
        document.report(
            .conflict, at: first.place, "Nothing says who is in the group \(quoted(first.value)).",
            expected: "pay.employees: with a CSV file whose column pay_group says it")
    }

    /// Reports groups of checks that no pay code is for: most likely they are misspelled.
    mutating func requireKnownGroups(of pay: PaySettings?) {
        requireList(of: pay?.employees != nil, for: checkedGroups)
        guard let pay, pay.employees != nil, !pay.groups.isEmpty else { return }
        let known = pay.groups
        for word in checkedGroups where !known.contains(word.value) {
            document.unknownName("group", word, among: known)
        }
    }

    /// The groups that a mistake is about, for the end of a sentence; nothing where it is about everybody.
    static func words(_ groups: [String?]) -> String {
        let names = groups.compactMap { $0.map { quoted($0) } }
        guard !names.isEmpty else { return "" }
        return " for the group\(names.count == 1 ? "" : "s") \(listed(names, "and"))"
    }

    /// As a pipeline file spells them, behind another key; nothing where it is everybody.
    static func spelled(_ groups: [String?]) -> String {
        let names = groups.compactMap(\.self)
        return names.isEmpty ? "" : ", for: [\(names.joined(separator: ", "))]"
    }
}

/// The same mistake of several groups, in the order in which they were found.
struct GroupMistakes {
    struct Mistake {
        let key: String
        let place: NodePlace
        var groups: [String?]
    }

    /// Every group that pay codes are for; `[nil]` where they are for everybody.
    let all: [String?]
    private(set) var mistakes: [Mistake] = []

    init(_ groups: [String]) { all = groups.isEmpty ? [nil] : groups }

    mutating func add(_ key: String, of group: String?, at place: NodePlace) {
        if let index = mistakes.firstIndex(where: { $0.key == key && $0.place == place }) {
            mistakes[index].groups.append(group)
        } else {
            mistakes.append(Mistake(key: key, place: place, groups: [group]))
        }
    }

    /// The groups to name: none where it is all of them.
    func named(_ mistake: Mistake) -> [String?] { mistake.groups.count == all.count ? [] : mistake.groups }
}
