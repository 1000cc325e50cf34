package import GantryConnectors
package import GantryJSON
internal import GantryModel

/// `totals.json`: the sums of an export, so that its files can be verified without anything else.
package enum TotalsFile {
    package static let name = "totals.json"
    /// Its place in an export folder.
    package static let path = "data/\(name)"
    /// The value of its member `format`.
    package static let format = "urn:gantry:totals:1"
}

/// One pass over an export folder: everything in it is compared with everything else in it.
///
/// Formats and datasets decide what is compared; this keeps the figures of `totals.json`, which of them were compared
/// with something else, and what was found.
package struct FolderVerification {
    /// Something that differs.
    package struct Finding: Equatable, Sendable {
        /// Relative to the folder.
        package let path: String
        /// Found and expected.
        package let message: String
    }

    /// Findings past so many are left out.
    private static let mostFindings = 100

    package let folder: String
    /// The formats of files that can be in it.
    let formats: [any OutputFormat]
    /// Whose datasets are known.
    package let systems: Systems
    private let progress: @Sendable (String) -> Void
    /// What was proven, one sentence each, in the order it was done.
    package private(set) var proven: [String] = []
    /// In the order they were found, each once.
    package private(set) var findings: [Finding] = []
    /// `totals.json`.
    package private(set) var document = JSONTree.null
    private var figures = StatedFigures()
    private var open: [String] = []

    package static let totalsPath = TotalsFile.path

    /// - Parameters:
    ///   - formats: those of files that can be in it.
    ///   - systems: whose datasets are known. The default is those of this build.
    ///   - progress: given what is being compared, as one line.
    package init(
        folder: String, formats: [any OutputFormat], systems: Systems = .builtIn,
        progress: @escaping @Sendable (String) -> Void
    ) {
        self.folder = folder
        self.systems = systems
        self.formats = formats
        self.progress = progress
    }

    /// Takes the document whose figures are compared from now on.
    package mutating func take(_ totals: JSONTree) {
        document = totals
        figures = StatedFigures(totals)
        markCompared("format")
    }

    /// What nothing was compared with: figures of the totals first.
    package var notCompared: [String] {
        let stated = figures.notCompared
        return (stated.isEmpty ? [] : ["\(Self.totalsPath): \(stated.joined(separator: ", "))"]) + open
    }

    package mutating func prove(_ sentence: String) { proven.append(sentence) }

    package mutating func find(_ path: String, _ message: String) {
        let finding = Finding(path: path, message: message)
        guard findings.count < Self.mostFindings, !findings.contains(finding) else { return }
        findings.append(finding)
    }

    /// Something besides figures that can't be compared with anything.
    package mutating func leaveOpen(_ what: String) { open.append(what) }

    package func show(_ path: String) { progress(path) }

    /// Compares a figure of `totals.json` with what something else says.
    /// - Parameters:
    ///   - origin: what says so.
    ///   - marksCompared: whether that is evidence for the figure, and not only another statement of it. The default is
    ///     true.
    package mutating func compare(_ path: String, with value: JSONTree, origin: String, marksCompared: Bool = true) {
        if marksCompared { figures.markCompared(path) }
        guard let stated = figures[path] else {
            return find(
                Self.totalsPath,
                "it doesn't have \(path), which is \(singleLine(value.figureText)) according to \(origin)")
        }
        guard stated != value else { return }
        find(
            Self.totalsPath,
            "\(path) is \(singleLine(stated.figureText)), expected \(singleLine(value.figureText)) from \(origin)")
    }

    /// Compares an object, a list or a figure of `totals.json` with what something else says, figure by figure.
    /// - Parameters:
    ///   - stated: what the totals have there.
    ///   - ignored: keys of objects that aren't compared.
    package mutating func compareTree(
        _ expected: JSONTree, with stated: JSONTree?, at path: String, origin: String, without ignored: Set<String> = []
    ) {
        switch expected {
        case .object(let members):
            for member in members where !ignored.contains(member.key) {
                compareTree(
                    member.value, with: stated?[member.key], at: "\(path).\(member.key)", origin: origin,
                    without: ignored)
            }
            let known = Set(members.map(\.key)).union(ignored)
            for member in stated?.members ?? [] where !known.contains(member.key) {
                find(Self.totalsPath, "it has \(path).\(singleLine(member.key)), which nothing says in \(origin)")
            }
        case .array(let list):
            let count = stated?.list?.count ?? 0
            if count != list.count {
                find(Self.totalsPath, "\(path) has \(count) elements, expected \(list.count) from \(origin)")
            }
            for (index, element) in list.prefix(count).enumerated() {
                compareTree(
                    element, with: stated?.list?[index], at: "\(path)[\(index)]", origin: origin, without: ignored)
            }
        default: compare(path, with: expected, origin: origin)
        }
    }

    /// Counts a figure as compared: it decides how something is read that was compared.
    package mutating func markCompared(_ path: String) { figures.markCompared(path) }

    package func states(_ path: String) -> Bool { figures[path] != nil }
}
