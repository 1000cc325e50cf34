internal import GantryFiles
internal import GantryFormats
internal import GantryImports
internal import GantryJSON
internal import GantryPages
internal import GantryRuns

/// The rows that a check refuses, with their cells to mend in place. The dropped sheet stays as it is.
extension SheetPage {
    /// So many rows are shown at once; the others come up with the next check.
    private static let most = 50

    func refused(_ result: JSONTree) -> HTML {
        let all = result["refused"]?.list ?? []
        guard !all.isEmpty, let file else { return "" }
        var problems: [Int: [JSONTree]] = [:]
        for problem in all { if let row = problem["row"]?.int { problems[row, default: []].append(problem) } }
        let numbers = problems.keys.sorted().prefix(SheetPage.most)
        // A sheet that changed meanwhile shows its problems without cells.
        let found = try? SheetColumns(of: path(file), work, for: kind.description)
        let cells = (try? SheetColumns.cells(of: Set(numbers), in: path(file), work, for: kind.description)) ?? [:]
        let columns = (found?.columns ?? []).enumerated().filter { $0.element.field != nil }
        let heads =
            [.number(t("Row", "Række")), .text(t("Leave out", "Udelad"))]
            + columns.map { Blocks.Column.text($0.element.heading) }
        // The reason has a row of its own: a sheet can have more columns than a window has room for.
        let rows = each(numbers) { number in
            """
            <tr class="cells"><th scope="row" class="n">\(t.count(number))</th>\
            <td><input type="checkbox" name="out.\(String(number))" value="1" aria-label="\(t("Leave out row \(number)", "Udelad række \(number)"))"></td>\(each(columns) { cell(number, at: $0.offset, in: $0.element, cells: cells[number], problems: problems[number] ?? []) })</tr>
            <tr><td colspan="\(String(heads.count))"><div class="reason" id="why.\(String(number))">\
            <span class="hide">\(t("Why row \(number) is refused:", "Hvorfor række \(number) er afvist:"))</span>\
            \(each(problems[number] ?? []) { sentence($0) })</div></td></tr>

            """
        }
        let more = problems.count - numbers.count
        let rest: HTML =
            more > 0
            ? """
            <p><small>\(t.count(
                more, ("more row; mend these first.", "række mere; ret disse først."),
                ("more rows; mend these first.", "rækker mere; ret disse først.")))</small></p>

            """ : ""
        return "<h3 id=\"refused\">\(t("Refused rows", "Afviste rækker"))</h3>\n"
            + Blocks.small(
                t(
                    "Mend the cells here. Your sheet stays as it is.",
                    "Ret cellerne her. Dit ark forbliver, som det er."))
            + form(
                "mend", verb: t("Check again", "Kontrollér igen"),
                Blocks.scrolled("refused", Blocks.table(heads, rows, isEdited: true)) + rest, isFirst: false)
    }

    private func cell(
        _ row: Int, at place: Int, in column: SheetColumns.Column, cells: [String]?, problems: [JSONTree]
    ) -> HTML {
        guard let cells, cells.indices.contains(place) else { return "<td></td>" }
        let name = "cell.\(row).\(place)"
        let invalid: HTML =
            problems.contains { $0["field"]?.text == column.field }
            ? " aria-invalid=\"true\" aria-describedby=\"why.\(String(row))\"" : ""
        let label = t("\(column.heading), row \(row)", "\(column.heading), række \(row)")
        return """
            <td><input type="text" name="\(name)" value="\(cells[place])" maxlength="1000" \
            aria-label="\(label)"\(invalid)></td>
            """
    }

    private func sentence(_ problem: JSONTree) -> HTML {
        let alike = problem["alike"]?.int ?? 0
        let more: HTML =
            alike == 0
            ? ""
            : " <small>\(t("and", "og")) \(t.count(alike, ("more row", "række mere"), ("more rows", "rækker mere")))</small>"
        let told = problem["problem"]?.text ?? ""
        let creating: HTML = """
            <a href="#creates">\(t("Or say that rows make new records", "Eller sig, at rækker opretter nye poster"))</a>
            """
        let own: HTML? =
            DroppedNames.isAbout(told) ? dropping : problem["code"]?.text == "creates" ? creating : nil
        let way: HTML = own.map { "<span class=\"hint\">\($0)</span>" } ?? ""
        return "<span class=\"error\">\(t.problem(told))\(more)</span>\(way)"
    }

    /// What was mended, each with its way back.
    var changed: HTML {
        guard !sheet.changes.isEmpty else { return "" }
        let items = each(sheet.changes) { change -> HTML in
            let what: HTML =
                change.leavesOut
                ? "\(t("Row \(change.row) is left out", "Række \(change.row) er udeladt"))"
                : "\(t("Row \(change.row), \(change.heading)", "Række \(change.row), \(change.heading)")): <b>\(change.value)</b>"
            return "<li>\(what)\(undo(change))</li>\n"
        }
        let out = sheet.changes.count(where: \.leavesOut)
        let mended = sheet.changes.count - out
        let count = [
            mended == 0
                ? nil : t.count(mended, ("cell mended", "celle rettet"), ("cells mended", "celler rettet")),
            out == 0 ? nil : t.count(out, ("row left out", "række udeladt"), ("rows left out", "rækker udeladt")),
        ].compactMap(\.self).joined(separator: ", ")
        return "<details><summary>\(count)</summary><ul class=\"list\">\n\(items)</ul></details>\n"
    }

    private func undo(_ change: SheetChange) -> HTML {
        """
        \(asked.form(address))<input type="hidden" name="what" value="undo">\
        <input type="hidden" name="cell" value="\(String(change.row)) \(change.heading)">\
        <button class="quiet">\(t("Undo", "Fortryd"))</button></form>
        """
    }

    /// The SHA-256 of the sheet as it lies there.
    func digest(of file: FolderEntry) throws -> String {
        let folder = DroppedFiles(workspace: asked.workspace).folder(sheet.id)
        return try ReadFile.contents(of: file.path, under: folder).digest.description
    }

    /// Keeps the cells of a form that are other than the sheet says.
    mutating func mend(_ file: FolderEntry, _ form: FormFields) throws {
        var typed: [Int: [(place: Int, value: String)]] = [:]
        for (name, value) in form.all where name.hasPrefix("cell.") {
            let parts = name.split(separator: ".")
            guard parts.count == 3, let row = Int(parts[1]), let place = Int(parts[2]) else { continue }
            typed[row, default: []].append((place, value))
        }
        let header = try SheetColumns(of: path(file), work, for: kind.description).columns.map(\.heading)
        let known = try SheetColumns.cells(of: Set(typed.keys), in: path(file), work, for: kind.description)
        let out = form.all.compactMap { $0.name.hasPrefix("out.") ? Int($0.name.dropFirst(4)) : nil }.filter { $0 > 0 }
        let standing = try SheetColumns.standing(
            of: Set(typed.keys).union(out), in: path(file), work, for: kind.description)
        for row in out {
            typed[row] = nil
            sheet.changes.removeAll { $0.row == row }
            sheet.changes.append(.leavingOut(row, was: standing[row]?.first { !$0.allSatisfy(\.isWhitespace) }))
            sheet.mended = try digest(of: file)
        }
        for (row, cells) in typed.sorted(by: { $0.key < $1.key }) {
            for (place, value) in cells where header.indices.contains(place) {
                guard let old = known[row]?[place], old != value else { continue }
                sheet.changes.removeAll { $0.row == row && $0.heading == header[place] }
                sheet.changes.append(.init(row: row, heading: header[place], value: value, was: standing[row]?[place]))
                sheet.mended = try digest(of: file)
            }
        }
    }
}
