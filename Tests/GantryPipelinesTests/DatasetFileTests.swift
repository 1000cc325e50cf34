import GantryEngine
import GantryModel
import GantryOutputs
import GantryRuns
import GantryYAML
import Testing

@Suite("A file that exports datasets, or names other pipelines") struct DatasetPipelineTests {
    private static let catalog = Catalog(
        datasets: [
            DatasetDescriptor(
                name: "lms.leaves", title: "Leaves",
                fields: [
                    FieldDescription(name: "id", kind: .text, isRequired: true, help: ""),
                    FieldDescription(name: "days", kind: .decimal, isRequired: false, help: ""),
                ],
                lists: [
                    ListDescription(
                        name: "approvals", help: "",
                        fields: [
                            FieldDescription(name: "leaveId", kind: .text, isRequired: true, help: ""),
                            FieldDescription(name: "step", kind: .integer, isRequired: true, help: ""),
                        ])
                ],
                filters: [
                    DatasetFilter("status", help: "", .choice(["PENDING", "APPROVED"])),
                    DatasetFilter("since", help: "", .date),
                ], pageSizes: 1...100),
            DatasetDescriptor(
                name: "lms.leave", title: "One leave",
                fields: [FieldDescription(name: "id", kind: .text, isRequired: true, help: "")], isKeyed: true),
            DatasetDescriptor(
                name: "other.things", title: "Things",
                fields: [FieldDescription(name: "id", kind: .text, isRequired: true, help: "")], hasDays: true,
                order: "id"),
        ], checks: [])

    private func read(_ text: String, _ overrides: [String] = []) throws(PipelineFileError) -> Pipeline {
        try Pipeline.read(Array(text.utf8), named: "file.yaml", catalog: Self.catalog, overrides: overrides)
    }

    private func mistakes(_ text: String) -> String {
        do throws(PipelineFileError) {
            _ = try read(text)
            return "none"
        } catch { return error.mistakes.map { "\($0.place.line): \($0.found)" }.joined(separator: " | ") }
    }

    private let head = "pipeline: leaves\nconnection: lms\ndatasets:\n"

    @Test("without columns has every field under its own name; the page size is what the dataset takes")
    func standards() throws {
        let file = try read(
            head + "  - dataset: lms.leaves\n    outputs: [{ file: l.csv, format: csv }]\n")
        #expect(file.datasets.count == 1 && file.datasets[0].pageSize == 100 && file.datasets[0].shortName == "leaves")
        #expect(!file.parameters[0].isRequired && file.rejects == .records(0))
        let output = file.datasets[0].outputs[0]
        #expect(output.formatName == "csv" && output.choices == ["dialect": "machine"] && output.list == nil)
        let columns = output.columns
        #expect(columns.map(\.heading) == ["id", "days"] && columns.map(\.decimals) == [nil, .exact])
    }

    @Test("can be narrowed to its period, or to what is new, where the records tell") func selections() throws {
        let things = head + "  - dataset: other.things\n    outputs: [{ file: t.csv, format: csv }]\n"
        let file = try read(things + "    within: period\n")
        let other = try read(things + "    since: last-run\n")
        #expect(file.datasets[0].isWithinPeriod && !file.datasets[0].isSinceLastRun && other.datasets[0].isSinceLastRun)
        #expect(file.settings != other.settings)
        #expect(mistakes(things + "    within: period\n    since: last-run\n").contains("Records outside the period"))
        let leaves = head + "  - dataset: lms.leaves\n    outputs: [{ file: l.csv, format: csv }]\n"
        #expect(mistakes(leaves + "    within: period\n").contains("have no date to compare"))
        #expect(mistakes(leaves + "    since: last-run\n").contains("no number or time"))
        #expect(mistakes(things + "    since: yesterday\n").contains("yesterday"))
    }

    @Test("can say which days are meant without --period") func standardPeriod() throws {
        let file =
            "parameters: { period: { default: this-year } }\n" + head
            + "  - dataset: lms.leaves\n    outputs: [{ file: l.csv, format: csv }]\n"
        let read = try read(file)
        #expect(read.parameters[0].standard == .thisYear && !read.parameters[0].isRequired)
        #expect(
            mistakes(file.replacing("default: this-year", with: "required: true, default: today")).contains(
                "have a default"))
        #expect(mistakes(file.replacing("this-year", with: "next-year")).contains("next-year"))
    }

    @Test("takes a nested list's own fields, filters, and keys of an earlier dataset") func everything() throws {
        let text =
            head + """
                  - dataset: lms.leaves
                    filters: { status: APPROVED }
                    outputs:
                      - { file: approvals.csv, format: csv, list: approvals, columns: [leaveId, { field: step, heading: number }] }
                  - dataset: lms.leave
                    for-each: lms.leaves
                    outputs: [{ file: history.jsonl, format: archive, compression: none }]
                """
        let file = try read(text, ["datasets[0].page-size=7"])
        #expect(
            file.datasets[0].pageSize == 7 && file.datasets[0].filters == [.init(name: "status", value: "APPROVED")])
        #expect(file.datasets[1].forEach == .datasets(["lms.leaves"]))
        let output = file.datasets[0].outputs[0]
        #expect(output.formatName == "csv" && output.list == "approvals")
        let columns = output.columns
        #expect(columns.map(\.heading) == ["leaveId", "number"])
    }

    @Test("takes the keys of several earlier datasets, which are part of what ties a run to its file") func keySources()
        throws
    {
        func read(_ forEach: String) throws -> Pipeline {
            let users = "  - dataset: vynqtalk.users\n    outputs: [{ file: u.csv, format: csv }]\n"
            let me = "  - dataset: vynqtalk.current-user\n    outputs: [{ file: m.csv, format: csv }]\n"
            let messages =
                "  - dataset: vynqtalk.messages\n    for-each: \(forEach)\n    outputs: [{ file: t.csv, format: csv }]\n"
            let text = "pipeline: talk\nconnection: talk\ndatasets:\n" + users + me + messages
            return try Pipeline.read(Array(text.utf8), named: "f.yaml", catalog: Catalog.built, overrides: [])
        }
        let one = try read("vynqtalk.users")
        let both = try read("[vynqtalk.users, vynqtalk.current-user]")
        #expect(one.datasets[2].forEach == .datasets(["vynqtalk.users"]))
        #expect(both.datasets[2].forEach == .datasets(["vynqtalk.users", "vynqtalk.current-user"]))
        #expect(try read("[vynqtalk.users]").datasets[2].forEach == one.datasets[2].forEach)
        #expect(
            try read("{ dataset: vynqtalk.users, field: id }").datasets[2].forEach
                == .field("id", of: "vynqtalk.users"))
        for wrong in [
            "{ dataset: vynqtalk.users }", "{ dataset: vynqtalk.users, field: nobody }", "{ field: id }",
            "{ dataset: vynqtalk.messages, field: id }", "{ dataset: vynqtalk.users, field: id, file: a.csv }", "{}",
            "[]", "[vynqtalk.users, vynqtalk.users]", "[vynqtalk.messages]", "[{ file: a.csv }]", "vynqtalk.user",
        ] {
            #expect(throws: PipelineFileError.self, "\(wrong)") { try read(wrong) }
        }
    }

    @Test(
        "is refused with the line of each mistake",
        arguments: [
            (
                "  - dataset: lms.leavs\n    outputs: [{ file: l.csv, format: csv }]",
                "4: Unknown dataset \"lms.leavs\"."
            ),
            (
                "  - dataset: lms.leave\n    outputs: [{ file: l.csv, format: csv }]",
                "4: lms.leave is fetched key by key, but datasets[0] gives no keys."
            ),
            (
                "  - dataset: lms.leaves\n    for-each: { file: ids.csv }\n    outputs: [{ file: l.csv, format: csv }]",
                "5: lms.leaves is fetched as a list, not key by key."
            ),
            (
                "  - dataset: lms.leaves\n    filters: { status: LOST }\n    outputs: [{ file: l.csv, format: csv }]",
                "5: Found \"LOST\" for datasets[0].filters.status."
            ),
            (
                "  - dataset: lms.leaves\n    outputs: [{ file: l.csv, format: csv, list: photos }]",
                "5: Unknown list \"photos\"."
            ),
            (
                "  - dataset: lms.leaves\n    outputs: [{ file: l.xml, format: payroll-xml }]",
                "5: payroll-xml is only for payroll exports."
            ),
            (
                "  - dataset: lms.leaves\n    outputs: [{ file: l.csv, format: csv }]\n  - dataset: other.things\n    outputs: [{ file: o.csv, format: csv }]",
                "6: other.things and lms.leaves belong to different systems, but a file has one connection."
            ),
            (
                "  - dataset: lms.leaves\n    outputs: [{ file: l.csv, format: csv }]\n  - dataset: lms.leave\n    for-each: lms.leaves\n    outputs: [{ file: L.csv, format: csv }]",
                "8: Two outputs are called \"L.csv\"."
            ),
        ])
    func mistakes(text: String, message: String) { #expect(mistakes(head + text + "\n") == message) }

    @Test("that names other pipelines keeps their order and refuses itself") func groups() throws {
        let file = try read("pipeline: all\nruns:\n  - b\n  - folder/a.yaml\n")
        #expect(file.name == "all" && file.title == "all" && file.connection == nil)
        #expect(file.work == .group(["b", "folder/a.yaml"]))
        #expect(mistakes("pipeline: all\nruns: [b, all]\n") == "2: The file names itself.")
        #expect(mistakes("pipeline: all\nruns: [b, b]\n") == "2: The pipeline \"b\" is listed twice.")
    }

    @Test("that names connections runs each pipeline for each of them") func connections() throws {
        let file = try read("pipeline: all\nruns: [b, folder/a.yaml]\nconnections: [one, two]\n")
        #expect(file.members == ["b@one", "folder/a.yaml@one", "b@two", "folder/a.yaml@two"])
        #expect(
            mistakes("pipeline: all\nruns: [b]\nconnections: [one, one]\n")
                == "3: The connection \"one\" is listed twice.")
        #expect(
            mistakes("pipeline: all\nruns: [b]\nconnections: [One]\n")
                == "3: \"One\" can't be the name of a connection.")
        #expect(
            mistakes("pipeline: all\nruns: [b@two]\nconnections: [one]\n")
                == "3: The pipeline \"b@two\" has a connection of its own.")
    }
}
