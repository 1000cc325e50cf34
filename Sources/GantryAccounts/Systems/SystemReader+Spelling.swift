internal import GantryConnectors
internal import GantryFiles
internal import GantryModel
internal import GantryYAML

extension SystemReader {
    /// `zone` of the system, or of a field; `nil` for none, or a mistake.
    mutating func zone(_ section: Section) -> Zone? {
        let expected = "a name of the time zone database such as Europe/Copenhagen, or UTC"
        guard let text = document.text(section, "zone", expected: expected) else { return nil }
        if let zone = Zone.read(text.value) { return zone }
        document.report(
            .badValue, at: text.place, "\(quoted(text.value)) is no time zone of this machine.", expected: expected)
        return nil
    }

    /// How the values of a field are spelled, where that isn't as usual.
    mutating func spelling(_ group: Section, type: String, named name: String) -> ValueSpelling? {
        for key in ["format", "zone"] where group.has(key) && type != "date" && type != "time" {
            document.report(
                .conflict, at: group.place(of: key), "\(key) belongs to dates and times, and \(name) is \(type).",
                expected: "no \(key)")
            return nil
        }
        let own = zone(group)
        let zone = own ?? (type == "time" ? self.zone : nil)
        if isOpen(group.path("zone")) { return nil }
        guard group.has("format") else { return zone.map { .zoned($0) } }
        let expected = "unix, unix-ms, or a pattern such as DD.MM.YYYY hh:mm, with * at the end for what follows"
        guard let text = document.text(group, "format", expected: expected) else { return nil }
        if text.value == "unix" || text.value == "unix-ms" {
            let unit = text.value == "unix" ? TimeUnit.seconds : .milliseconds
            guard type == "date" else { return .unix(unit, .utc) }
            guard let zone = own ?? self.zone else {
                return withoutZone(text, "Which day a moment is on depends on the zone.")
            }
            return .unix(unit, zone)
        }
        guard let pattern = TimePattern(text.value) else {
            document.report(
                .badValue, at: text.place, "\(quoted(text.value)) can't be read as a format.",
                expected: expected,
                note:
                    "YYYY, MM and DD are needed, once each; hh, mm and ss are the time. Any other letter but T is a mistake."
            )
            return nil
        }
        guard type == "time" else {
            if own != nil {
                document.report(
                    .conflict, at: group.place(of: "zone"), "The day is the one that is written, in any zone.",
                    expected: "no zone")
            }
            return .pattern(pattern, .utc)
        }
        guard pattern.hasTime else {
            document.report(
                .conflict, at: text.place, "\(name) is a time, and the format has no hours.",
                expected: "hh:mm in the format, or type: date")
            return nil
        }
        guard let zone else { return withoutZone(text, "Such a time doesn't say its zone.") }
        return .pattern(pattern, zone)
    }

    private mutating func withoutZone(_ text: DocumentReader.Located<String>, _ why: String) -> ValueSpelling? {
        if isOpen("zone") { return nil }
        document.report(
            .missingKey, at: text.place, why,
            expected: "zone: with a name such as Europe/Copenhagen, here or for the whole system")
        return nil
    }

    /// `unit`: what a number counts, and how a duration is spelled.
    mutating func unit(
        _ group: Section, type: String, named name: String
    ) -> (unit: TimeUnit, spelling: ValueSpelling?)? {
        let plain = TimeUnit.allCases.map(\.rawValue)
        let known = type == "duration" ? plain + ["iso", "h:mm"] : plain
        guard group.has("unit") else {
            if type == "duration" {
                document.missing("unit", in: group, expected: listed(known) + ", as the server sends it")
            }
            return nil
        }
        guard ["duration", "integer", "decimal"].contains(type) else {
            document.report(
                .conflict, at: group.place(of: "unit"),
                "unit belongs to numbers and durations, and \(name) is \(type).",
                expected: "no unit, or another type")
            return nil
        }
        switch document.choice(group, "unit", what: "unit", among: known) {
        case "iso": return (.seconds, .iso)
        case "h:mm": return (.minutes, .clock)
        case let word?: return TimeUnit(rawValue: word).map { ($0, nil) }
        case nil: return nil
        }
    }

    /// `at: { year, month, day }`: a day in three numbers of one object.
    mutating func parts(_ group: Section) -> (path: [PathStep], spelling: ValueSpelling)? {
        guard group["at"]?.entries != nil, let places = document.section(group, "at", keys: SystemKeys.dateParts) else {
            return nil
        }
        var paths: [[String]] = []
        for key in SystemKeys.dateParts.map(\.name) {
            guard places.has(key) else {
                document.missing(key, in: places, expected: "keys with points between them, such as day.\(key)")
                return nil
            }
            guard let path = keys(places, key) else { return nil }
            paths.append(path)
        }
        let parent = Array(paths[0].dropLast())
        guard !parent.isEmpty, paths.allSatisfy({ Array($0.dropLast()) == parent }) else {
            document.report(
                .unsupported, at: group.place(of: "at"),
                "The three numbers of a day aren't in one object of the record.",
                expected: "such as { year: day.year, month: day.month, day: day.day }")
            return nil
        }
        if let type = document.text(group, "type", expected: "date"), type.value != "date" {
            document.report(
                .conflict, at: type.place, "Year, month and day make a date.", expected: "type: date")
        }
        return (
            parent.map { .key($0) },
            .parts(year: paths[0].last ?? "", month: paths[1].last ?? "", day: paths[2].last ?? "")
        )
    }

    // MARK: Lists

    /// `list`: records that become rows of their own.
    mutating func list(_ group: Section) -> DescribedField.Kind? {
        for key in ["type", "required", "one-of", "unit", "format", "zone"] where group.has(key) {
            document.report(
                .conflict, at: group.place(of: key), "A list has no \(key); its fields have.", expected: "no \(key)")
        }
        guard let fields = fields(group, of: "list") else { return nil }
        guard DescribedField.canBeElements(fields) else {
            document.report(
                .badValue, at: group.place(of: "list"),
                "The records of this list have more values than there is room for.",
                expected: "at most 14 texts, or 30 other values")
            return nil
        }
        return .list(fields)
    }

    /// `of`: in a list, the key of the record that holds it.
    mutating func owner(
        _ group: Section, named name: String, help: String, at place: NodePlace
    ) -> (DescribedField, place: NodePlace)? {
        guard let text = document.text(group, "of", expected: "the key of the record that holds the list") else {
            return nil
        }
        for key in SystemKeys.elementField.map(\.name) where key != "of" && key != "help" && group.has(key) {
            document.report(
                .conflict, at: group.place(of: key), "\(name) is the record's own \(text.value).", expected: "no \(key)"
            )
        }
        owners.append(text)
        // No key of an element is spelled like this.
        return (
            DescribedField(name: name, path: [.key("\u{0}")], kind: .owner, isRequired: false, help: help), place
        )
    }

    /// Elements of lists name the record by its key alone.
    mutating func requireOwners(_ key: String?) {
        for owner in owners where key != nil && owner.value != key {
            document.report(
                .conflict, at: owner.place, "\(quoted(owner.value)) isn't the key of the record that holds the list.",
                expected: key == "" ? "no of: the record has no key" : "of: \(key ?? "")")
        }
        owners = []
    }
}
