internal import GantryModel
internal import GantryYAML

extension PipelineReader {
    /// `submit` or `upload`, and how its rows are sent.
    mutating func imports(_ section: Section) -> Pipeline.Import? {
        let kind = submissionKind(section)
        let values = document.values(of: Pipeline.Import.settings, in: section)
        if let kind, section.has("transport"), !kind.hasSocket {
            document.report(
                .conflict, at: section.place(of: "transport"), "\(kind.name) has no WebSocket.",
                expected: "no transport")
        }
        if let kind, section.has("creates"), !kind.canCreate {
            document.report(
                .conflict, at: section.place(of: "creates"), "The rows of \(kind.name) have no record numbers.",
                expected: "no creates")
        }
        let sheet = sheet(section, kind)
        let files = files(section, kind)
        let allowed = allowed(section)
        guard let kind else { return nil }
        var work = Pipeline.Import(kind: kind.name)
        values.put(into: &work)
        work.sheet = sheet
        work.files = files
        work.allowed = allowed
        return work
    }

    private mutating func submissionKind(_ section: Section) -> SubmissionDescriptor? {
        if section.has("submit"), section.has("upload") {
            document.report(
                .conflict, at: section.place(of: "upload"), "The file has both submit and upload.",
                expected: "either submit or upload")
            return nil
        }
        let isUpload = section.has("upload")
        let known = catalog.submissions.filter { $0.isUpload == isUpload }.map(\.name)
        guard let name = document.required(section, isUpload ? "upload" : "submit", expected: listed(known)) else {
            return nil
        }
        guard let kind = catalog.submissions.first(where: { $0.name == name.value }) else {
            document.unknownName(
                isUpload ? "upload" : "submission", name, among: known, note: catalog.fault(of: name.value))
            return nil
        }
        guard kind.isUpload == isUpload else {
            document.report(
                .conflict, at: name.place,
                "\(kind.name) \(kind.isUpload ? "has a file for each row" : "needs no files").",
                expected: "\(kind.isUpload ? "upload" : "submit"): \(kind.name)")
            return nil
        }
        return kind
    }

    private mutating func sheet(_ section: Section, _ kind: SubmissionDescriptor?) -> Pipeline.Import.Sheet {
        var sheet = Pipeline.Import.Sheet()
        guard let group = document.section(section, "sheet", keys: Pipeline.Import.Sheet.settings) else {
            return sheet
        }
        document.fill(&sheet, Pipeline.Import.Sheet.settings, from: group)
        let names = kind?.fields.map(\.name) ?? []
        if group.has("fill-down") { sheet.filledDown = filledDown(group, names) }
        if group.has("ignore") { sheet.ignored = ignored(group) }
        if kind != nil, let fields = document.section(group, "values", keys: names, what: "field") {
            for name in names {
                guard let words = fields[name]?.entries else { continue }
                for word in words {
                    guard case .text(let value, _) = word.value.content else {
                        document.wrongType(word.value, fields.path(name), expected: "the field's own word for it")
                        continue
                    }
                    sheet.values[name, default: [:]][word.key] = value
                }
            }
        }
        guard let kind, let columns = document.section(group, "columns", keys: names, what: "field") else {
            return sheet
        }
        for field in kind.fields {
            guard let heading = document.text(columns, field.name, expected: "the heading of a column") else {
                continue
            }
            if let taken = sheet.columns.first(where: { $0.heading == heading.value }) {
                document.report(
                    .duplicate, at: heading.place,
                    "The column \(quoted(heading.value)) is already used for \(taken.field).",
                    expected: "a different column for each field")
                continue
            }
            // A setting can ignore what the file names.
            guard !sheet.ignored.contains(heading.value) else { continue }
            sheet.columns.append(Pipeline.Import.Column(field: field.name, heading: heading.value))
        }
        return sheet
    }

    private mutating func filledDown(_ group: Section, _ names: [String]) -> [String] {
        let items = document.list(group, "fill-down", expected: "a list of fields, such as [appointment]") ?? []
        return items.enumerated().compactMap { index, item in
            let word = document.text(item, "fill-down[\(index)]", expected: "the name of a field")
            guard let word, !names.isEmpty, !names.contains(word.value) else { return word?.value }
            document.unknownName("field", word, among: names)
            return nil
        }
    }

    private mutating func ignored(_ group: Section) -> [String] {
        let items = document.list(group, "ignore", expected: "a list of headings, such as [Note]") ?? []
        return items.enumerated().compactMap { index, item in
            document.text(item, "ignore[\(index)]", expected: "the heading of a column")?.value
        }
    }

    private mutating func files(_ section: Section, _ kind: SubmissionDescriptor?) -> Pipeline.Import.Files {
        var files = Pipeline.Import.Files()
        guard let group = document.section(section, "files", keys: Pipeline.Import.Files.settings) else {
            return files
        }
        if let kind, !kind.hasFiles {
            document.report(
                .conflict, at: section.place(of: "files"), "The rows of \(kind.name) have no files.",
                expected: "no files")
            return files
        }
        document.fill(&files, Pipeline.Import.Files.settings, from: group)
        if let kind, files.privacy != nil, !kind.isPhoto {
            document.report(
                .conflict, at: group.place(of: "privacy"), "The files of \(kind.name) are not photos.",
                expected: "no privacy")
        }
        if let kind, group.has("convert"), !kind.takesJPEG {
            document.report(
                .conflict, at: group.place(of: "convert"), "\(kind.name) takes no JPEG images.",
                expected: "no convert")
        }
        guard let pattern = document.text(group, "pattern", expected: "a name with fields, such as {leave}_{type}.pdf"),
            let kind
        else {
            return files
        }
        let names = kind.fields.map(\.name).filter { !kind.fileFields.contains($0) }
        do throws(FilePatternError) {
            let parsed = try FilePattern(pattern.value, fields: names)
            for field in kind.fields
            where field.isRequired && !kind.fileFields.contains(field.name) && !parsed.fields.contains(field.name) {
                document.report(
                    .conflict, at: pattern.place, "The pattern has no {\(field.name)}, which every row needs.",
                    expected: "{\(field.name)} in the pattern")
            }
            files.pattern = pattern.value
        } catch {
            document.report(.badValue, at: pattern.place, error.found, expected: error.expected, nearest: error.nearest)
        }
        return files
    }

    private mutating func allowed(_ section: Section) -> [String] {
        guard section.has("allow") else { return [] }
        var codes: [String] = []
        for (index, item)
            in (document.list(section, "allow", expected: "a list of problems, such as - has-certificate") ?? [])
            .enumerated()
        {
            guard
                let code = document.text(
                    item, "allow[\(index)]", expected: "a problem code from a result sheet")
            else { continue }
            codes.append(code.value)
        }
        return codes
    }
}
