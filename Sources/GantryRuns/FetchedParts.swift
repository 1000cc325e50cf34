internal import GantryAccounts
package import GantryEngine
internal import GantryFiles
package import GantryModel

/// All parts of an export: each there once, cut from the same list, with nothing between them.
package struct FetchedParts: Sendable {
    /// In order.
    package let parts: [PartBag]
    /// Stands for all of their bytes.
    package let digest: String
    /// When the first record of all was requested.
    package let snapshot: Instant
    /// Whose records they are; `nil` where no part knows it.
    package let account: String?

    /// The records of one stage in a part.
    package struct Landing: Sendable {
        package let part: PartBag
        package let stage: PartDocument.Stage
        package var path: String { "\(part.folder)/data/\(stage.file)" }
    }

    /// - Parameter identity: that of the run which merges them.
    /// - Throws: `RunError` that names the part which is missing, doubled, changed, of another export or list.
    package init(folders: [String], for identity: RunIdentity) throws {
        var byNumber: [Int: PartBag] = [:]
        var first: PartBag?
        var account = identity.source?.account
        for folder in folders {
            let part = try PartBag(folder: folder)
            if let first, part.number.count != first.number.count {
                throw FetchedParts.unusable(
                    "\(part.name) is one of \(part.number.count), but \(first.name) is one of \(first.number.count).",
                    "Merge parts that were cut alike.")
            }
            if let other = byNumber.updateValue(part, forKey: part.number.number) {
                throw FetchedParts.unusable(
                    "Part \(part.number) is named twice: \(other.folder) and \(part.folder).", "Name each part once.")
            }
            first = first ?? part
            let differences =
                identity.differences(from: part.identity).filter {
                    !["since", "parts", "part", "rewrites", "account"].contains($0.key) && !$0.isOnlyUnsaid
                } + FetchedParts.difference(from: &account, to: part.identity.source?.account)
            guard differences.isEmpty else {
                throw FetchedParts.unusable(
                    "\(part.name) was fetched with another pipeline file, period or source:",
                    "Merge it with what it was fetched with, or fetch it again with this.",
                    details: differences.map(\.description))
            }
        }
        guard let first else {
            throw FetchedParts.unusable("No part is named.", "Name the folders of fetched parts.")
        }
        let missing = (1...first.number.count).filter { byNumber[$0] == nil }
        guard missing.isEmpty else {
            let names = missing.prefix(10).map { "\($0)/\(first.number.count)" }.joined(separator: ", ")
            throw FetchedParts.unusable(
                (missing.count == 1 ? "Part \(names) is missing." : "\(missing.count) parts are missing: \(names)")
                    + (missing.count > 10 ? " and others." : missing.count > 1 ? "." : ""),
                "Fetch what is missing, and name all \(first.number.count) folders.")
        }
        parts = byNumber.keys.sorted().compactMap { byNumber[$0] }
        snapshot = parts.map(\.snapshot).min() ?? first.snapshot
        self.account = account
        let text = Array(parts.map(\.digest).joined(separator: "\n").utf8)
        digest = "\(counted(parts.count, "part")), SHA-256 \(ContentHasher.digest(of: text.span))"
        for stage in first.document.stages { try requireWhole(stage.name) }
    }

    /// The records of a stage, in order.
    package func landings(of stage: String) throws -> [Landing] {
        let all = try parts.map { part in
            guard let stage = part.document.stages.first(where: { $0.name == stage }) else {
                throw FetchedParts.unusable("\(part.name) has no \(stage).", "Fetch it again.")
            }
            return Landing(part: part, stage: stage)
        }
        // Every part has all of it, and later stages rest on each part's own.
        return all.first?.stage.isInEach == true ? Array(all.prefix(1)) : all
    }

    /// - Throws: `RunError.unusableRun` where shares overlap, leave something out, or are of different lists.
    private func requireWhole(_ name: String) throws {
        let all = try landings(of: name)
        guard let first = all.first else { return }
        if first.stage.isInEach { return }
        var next = 1
        for landing in all {
            let (share, one) = (landing.stage.share, first.stage.share)
            let part = landing.part.name
            let again: Advice =
                "Fetch the parts again, with \(.nextRevision), when nobody is entering or changing records."
            guard share.unit == one.unit, share.count == one.count, share.total == one.total else {
                throw FetchedParts.unusable(
                    "\(part) was cut from \(FetchedParts.words(landing)) of \(name), but \(first.part.name) from \(FetchedParts.words(first)).",
                    again)
            }
            guard share.pageSize == one.pageSize, landing.stage.keys == first.stage.keys else {
                throw FetchedParts.unusable(
                    "\(part) and \(first.part.name) were cut from different lists of \(name): "
                        + (share.pageSize == one.pageSize
                            ? "their keys differ."
                            : "pages of \(share.pageSize) records and pages of \(one.pageSize)."),
                    again)
            }
            guard share.first == next, share.last >= next - 1 else {
                throw FetchedParts.unusable(
                    "\(part) begins with \(FetchedParts.unit(share)) \(share.first) of \(name), where \(next) is expected: parts overlap, or leave something out.",
                    again)
            }
            if let records = share.records, records != landing.stage.records {
                throw FetchedParts.unusable(
                    "\(part) has \(counted(landing.stage.records, "record")) of \(name), where \(records) are expected.",
                    again)
            }
            next = share.last + 1
        }
        guard next == first.stage.share.count + 1 else {
            throw FetchedParts.unusable(
                "The parts end with \(FetchedParts.unit(first.stage.share)) \(next - 1) of \(first.stage.share.count) of \(name).",
                "Fetch the parts again.")
        }
    }

    /// Whether accounts differ. One that isn't known is not a difference, and known once another is.
    private static func difference(
        from known: inout String?, to account: String?
    ) -> [RunIdentity.Difference] {
        guard let account else { return [] }
        guard let first = known else {
            known = account
            return []
        }
        return account == first ? [] : [RunIdentity.Difference(key: "account", old: account, new: first)]
    }

    private static func unit(_ share: ListShare) -> String {
        switch share.unit {
        case .pages: "page"
        case .keys: "key"
        case .answer: "answer"
        }
    }

    private static func words(_ landing: Landing) -> String {
        let share = landing.stage.share
        return "\(share.count) \(unit(share))s" + (share.total.map { " with \(counted($0, "record"))" } ?? "")
    }

    private static func unusable(_ what: String, _ advice: Advice, details: [String] = []) -> RunError {
        RunError(.unusableRun, what.prefix(1).uppercased() + what.dropFirst(), details: details, advice: advice)
    }
}
