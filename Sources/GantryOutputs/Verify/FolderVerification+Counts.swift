package import GantryEngine
internal import GantryJSON
internal import GantryModel

extension FolderVerification {
    /// Compares the counts of a part with its files, after all of them were read.
    ///
    /// - Parameter recomputed: the counts as decided again from the archive; `nil` if that can't be done.
    package mutating func compareCounts(_ section: VerifiedSection, recomputed: BatchCounts? = nil) {
        let counts = section.counts
        let name = section.tree["dataset"]?.text.map { "\(singleLine($0)): " } ?? ""
        guard counts.addUp else {
            return find(
                Self.totalsPath,
                "\(name)the counts don't add up: \(counts.fetched) fetched, \(counts.exported) exported, \(counts.held) held, "
                    + "\(counts.repeats) repeated, \(counts.rejected) rejected, \(counts.excluded) excluded")
        }
        prove(
            "\(name)\(counts.fetched) fetched = \(counts.exported) exported + \(counts.held) held + \(counts.repeats) repeated + "
                + "\(counts.rejected) rejected" + (counts.excluded > 0 ? " + \(counts.excluded) excluded." : "."))
        func compare(_ key: String, _ value: Int, origin: String) {
            self.compare("\(section.prefix)counts.\(key)", with: .integer(value), origin: origin)
        }
        if let recomputed, let archive = section.archived {
            // Of a dataset that leaves records out only the difference of two counts can be compared, which is below.
            if section.layout == .payroll { compare("fetched", recomputed.fetched, origin: archive.path) }
            compare("exported", recomputed.exported, origin: archive.path)
            compare("repeated", recomputed.repeats, origin: archive.path)
            compare("rejected", recomputed.rejected, origin: archive.path)
            if section.exported != nil || section.layout == .payroll {
                compare("held", recomputed.held, origin: archive.path)
            }
        }
        if let exported = section.exported { compare("exported", exported.rows, origin: exported.path) }
        if let rejected = section.rejected { compare("rejected", rejected.rows, origin: rejected.path) }
        if let exceptions = section.exceptions { compare("held", exceptions.heldRecords, origin: exceptions.path) }
        // What was excluded is in no archive, so only the difference of two figures can be compared.
        let kept = counts.fetched - counts.excluded
        if let archive = section.archived, archive.rows != kept {
            find(archive.path, "it has \(counted(archive.rows, "record")), but \(kept) were fetched and not excluded")
        }
        compareExceptions(section)
    }

    /// Compares the counted exceptions with those that are listed. What is only worth counting is listed nowhere.
    private mutating func compareExceptions(_ section: VerifiedSection) {
        guard let found = section.exceptions else { return }
        var repeats = section.counts.repeats
        var left = found.counts.mapValues { $0.filter { $0.key > .info } }
        for (index, item) in (section.tree["exceptions"]?.list ?? []).enumerated() {
            let place = "\(section.prefix)exceptions[\(index)]"
            guard let rule = item["rule"]?.text, let severity = item["severity"]?.text.flatMap(Severity.init(rawValue:))
            else {
                find(Self.totalsPath, "\(place) has no rule and severity")
                continue
            }
            if severity == .info {
                if rule == CommonRule.repeatedRecord {
                    repeats = 0
                    for key in ["rule", "severity"] { markCompared("\(place).\(key)") }
                    compare(
                        "\(place).count", with: .integer(section.counts.repeats),
                        origin: "\(section.prefix)counts.repeated")
                }
                continue
            }
            for key in ["rule", "severity"] { markCompared("\(place).\(key)") }
            compare("\(place).count", with: .integer(left[rule]?[severity] ?? 0), origin: found.path)
            left[rule]?[severity] = nil
        }
        if repeats > 0 {
            find(
                Self.totalsPath,
                "\(section.prefix)exceptions count no \(CommonRule.repeatedRecord), but \(counted(repeats, "record")) \(repeats == 1 ? "was" : "were") repeated"
            )
        }
        for (rule, counts) in left.sorted(by: { $0.key < $1.key }) {
            for (severity, count) in counts {
                find(
                    Self.totalsPath,
                    "it counts no \(singleLine(rule)) as \(severity.rawValue), but \(found.path) lists \(count)")
            }
        }
    }
}
