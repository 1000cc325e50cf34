internal import GantryAccounts
public import GantryJSON
public import GantryKit
internal import GantryModel

/// What a check of connections, destinations and the workspace found, for people and programs.
public enum CheckText {
    /// A table for each connection and destination and one for the workspace, and what to do below it.
    ///
    /// - Parameter place: the options of the command that say where it works, for the commands in advice.
    public static func lines(_ report: CheckReport, place: [String] = [], style: TextStyle) -> [String] {
        var lines: [String] = []
        for part in report.parts {
            if !lines.isEmpty { lines.append("") }
            lines.append(style.bold(singleLine(part.subject.name)) + "  " + singleLine(part.place))
            var table = TextTable([.left("Check"), .left("State"), .left("Found")], limit: TextTable.sentenceLimit)
            for finding in part.findings {
                table.add([finding.subject.rawValue, finding.state.rawValue, finding.text])
            }
            lines += table.foldedLines(style: style)
            for finding in part.findings {
                guard let advice = finding.advice?.commandText(in: place) else { continue }
                lines += wrapped(
                    "\(finding.subject.rawValue): \(singleLine(advice, limit: 2_000))", indent: 2, following: 4,
                    width: style.width ?? .max)
            }
        }
        return lines
    }

    /// What the command exits with: 0 where nothing failed, else the code of the failure that a person must see to
    /// first.
    public static func status(_ report: CheckReport) -> ExitStatus {
        let failed = report.findings.filter { $0.state == .failed }
        let found = Set(failed.map { finding in finding.error.map { ExitStatus.of($0) } ?? .failed })
        let order: [ExitStatus] = [.journalLost, .misconfigured, .needsSignIn, .failed, .inUse, .canContinue]
        return order.first { found.contains($0) } ?? (found.isEmpty ? .complete : .failed)
    }

    /// For `--json`.
    public static func value(_ report: CheckReport, place: [String] = []) -> JSONTree {
        func checks(_ part: CheckReport.Part) -> JSONTree {
            .array(
                part.findings.map { finding in
                    JSONTree.object([
                        "check": .string(finding.subject.rawValue), "state": .string(finding.state.rawValue),
                        "found": .string(finding.text), "code": JSONTree(finding.error.map { errorCode($0) }),
                        "advice": JSONTree(finding.advice?.commandText(in: place)),
                    ])
                })
        }
        var connections: [JSONTree] = []
        var destinations: [JSONTree] = []
        var notifications: [JSONTree] = []
        var workspace = JSONTree.null
        for part in report.parts {
            let rest: [JSONTree.Member] = [
                JSONTree.Member("place", .string(part.place)), JSONTree.Member("checks", checks(part)),
            ]
            switch part.subject {
            case .connection(let name):
                connections.append(.object([JSONTree.Member("connection", .string(name))] + rest))
            case .destination(let name):
                destinations.append(.object([JSONTree.Member("destination", .string(name))] + rest))
            case .notification(let name):
                notifications.append(.object([JSONTree.Member("notification", .string(name))] + rest))
            case .workspace: workspace = .object(["folder": .string(part.place), "checks": checks(part)])
            }
        }
        return .object([
            "connections": .array(connections), "destinations": .array(destinations),
            "notifications": .array(notifications), "workspace": workspace,
        ])
    }
}

extension CheckReport.Part.Subject {
    /// What a table is called.
    fileprivate var name: String {
        switch self {
        case .connection(let name), .destination(let name), .notification(let name): name
        case .workspace: "workspace"
        }
    }
}
