import Foundation
import GantryModel
import GantryPayroll
import GantryRuns
import GantryTestSupport
import Testing

@Suite("The shipped profiles") struct ProfileGoldenTests {
    static let names = [
        "adp-epi", "danlon", "datalon-pc", "datev-lodas", "datev-lug", "hrxml", "iif", "lessor4", "multilon", "paxml",
        "prolon", "sdworx-be", "visma-lonn",
    ]

    @Test("are thirteen, and each can be read") func shipped() throws {
        #expect(ProfileFolders([ProfileSample.folder]).names() == Self.names)
        for name in Self.names {
            let file = try ProfileFolders([ProfileSample.folder]).load(name)
            #expect(file.name == name && file.known != "own" && file.isProven)
        }
    }

    @Test("write the sample month byte for byte", arguments: names.filter { $0 != "hrxml" })
    func whole(name: String) throws {
        let context = try ProfileSample.context(name)
        let written = try ProfileSample.write(
            ProfileSample.profile(name), context, ProfileSample.employees(context.batch, for: name))
        #expect(written == (try golden("\(name).txt")), "\(shown(written))")
    }

    @Test("write a document for each employee byte for byte", arguments: [0, 1, 2])
    func documents(index: Int) throws {
        let context = try ProfileSample.context("hrxml")
        let employee = try ProfileSample.employees(context.batch, for: "hrxml")[index]
        let written = try ProfileSample.write(ProfileSample.profile("hrxml"), context, [employee])
        #expect(written == (try golden("hrxml-\(employee.payrollNumber).xml")), "\(shown(written))")
    }

    @Test(
        "write a correction as rows with signs",
        arguments: ["adp-epi", "danlon", "datalon-pc", "datev-lodas", "lessor4", "paxml", "prolon", "visma-lonn"])
    func difference(name: String) throws {
        let context = try ProfileSample.context(name)
        let written = try ProfileSample.write(
            changes: ProfileSample.changes(context.batch, for: name), ProfileSample.profile(name), context)
        #expect(written == (try golden("\(name)-delta.txt")), "\(shown(written))")
    }

    @Test("write a correction by day as the difference of the printed days") func differenceByDay() throws {
        let context = try ProfileSample.context("multilon")
        let written = try ProfileSample.write(
            changes: ProfileSample.changes(context.batch, for: "multilon"), ProfileSample.profile("multilon"), context)
        let rows = shown(written).split(separator: "\r\n").map { line in
            let bytes = Array(line)
            return String(bytes[5..<14]) + String(bytes[23..<37]) + String(bytes[77..<80])
        }
        // 7.34 + 7.33 + 7.33 becomes 7.34 + 7.33 + 8.00: the spread of 22.67 differs on one day only.
        #expect(
            rows == [
                "010011200   40011102026   ", "010021000    6707102026   ", "010031120    7505102026---",
            ])
    }

    @Test("write a correction with what an importer shall do") func action() throws {
        let context = try ProfileSample.context("hrxml")
        let changes = try ProfileSample.changes(context.batch, for: "hrxml")
        let profile = try ProfileSample.profile("hrxml")
        let late = shown(try ProfileSample.write(changes: [changes[0]], profile, context))
        #expect(
            late.contains("type=\"1200\" actionCode=\"Add\"><StartDateTime>2026-10-11</StartDateTime><Duration>4.00<"))
        #expect(!late.contains("2026-10-10"))
        let longer = shown(try ProfileSample.write(changes: [changes[1]], profile, context))
        #expect(longer.contains("actionCode=\"Change\"><StartDateTime>2026-10-07</StartDateTime><Duration>8.00<"))
        let gone = [PayrollChange(payrollNumber: "1003", name: nil, old: changes[2][0].old, new: nil)]
        let void = shown(try ProfileSample.write(changes: [gone], profile, context))
        #expect(void.contains("actionCode=\"Void\"><StartDateTime>2026-10-05</StartDateTime><Duration>1.25<"))
    }

    @Test("refuse a correction where the program takes none", arguments: ["sdworx-be", "iif"])
    func noCorrections(name: String) throws {
        let context = try ProfileSample.context(name)
        let changes = try ProfileSample.changes(context.batch, for: name)
        let profile = try ProfileSample.profile(name)
        #expect(throws: (any Error).self) { try ProfileSample.write(changes: changes, profile, context) }
    }

    @Test("are read back by themselves to the same lines", arguments: names) func readBack(name: String) throws {
        let context = try ProfileSample.context(name)
        let profile = try ProfileSample.profile(name)
        let employees = try ProfileSample.employees(context.batch, for: name)
        var found = ProfileContents()
        for part in profile.isFilePerEmployee ? employees.map({ [$0] }) : [employees] {
            let written = try ProfileSample.write(profile, context, part)
            let contents = try ProfileFileReader.contents(of: written, profile, context)
            found.rows += contents.rows
            for (key, sum) in contents.lines { found.lines[key] = sum }
        }
        var expected: [ProfileContents.Key: Int128] = [:]
        for employee in employees {
            for line in employee.lines {
                let code = item(line.payCode, context)
                let isIIF = name == "iif"
                let title = ProfileSample.payCodes.first { $0.code == line.payCode }?.title ?? ""
                let key = ProfileContents.Key(
                    person: isIIF ? employee.name ?? "" : employee.payrollNumber, item: isIIF ? title : code)
                expected[key] = isIIF ? Int128(line.units.nano) * 60 : Int128(line.units.nano)
            }
        }
        #expect(found.lines.mapValues(\.units) == expected)
        if profile.shows(.amount) {
            #expect(found.lines.values.reduce(0) { $0 + ($1.amount ?? 0) } == 12_624_600_000_000)
        }
    }

    @Test(
        "read a correction back to the differences of its lines",
        arguments: ["adp-epi", "danlon", "datalon-pc", "datev-lodas", "lessor4", "paxml", "prolon", "visma-lonn"])
    func correctionReadBack(name: String) throws {
        let context = try ProfileSample.context(name)
        let profile = try ProfileSample.profile(name)
        let changes = try ProfileSample.changes(context.batch, for: name)
        let found = try ProfileFileReader.contents(of: golden("\(name)-delta.txt"), profile, context)
        var expected: [ProfileContents.Key: Int128] = [:]
        for change in changes.joined() {
            let row = ChangeRow(change)
            let code = item(row.payCode, context)
            expected[ProfileContents.Key(person: row.payrollNumber, item: code)] = row.unitsDifference
        }
        #expect(found.lines.mapValues(\.units) == expected && found.rows == expected.count)
        if profile.shows(.amount) {
            #expect(found.lines.values.reduce(0) { $0 + ($1.amount ?? 0) } == -249_690_000_000)
        }
    }

    @Test("keep the schema of PAXml, as Gantry and xmllint see it", .enabled(if: Judges.folder != nil))
    func paxmlSchema() throws {
        let schema = try Data(contentsOf: URL(filePath: try #require(Judges.folder) + "/paxml/paxml.xsd"))
        let folder = try TemporaryFolder()
        for name in ["paxml.txt", "paxml-delta.txt"] {
            let path = folder.path + "/" + name
            try Data(golden(name)).write(to: URL(filePath: path))
            #expect(ProfileFileReader.problem(ofXML: path, schema: Array(schema), named: "paxml.xsd") == nil)
            let broken = String(decoding: try golden(name), as: UTF8.self).replacing("<antal>", with: "<antal>x")
            try Data(broken.utf8).write(to: URL(filePath: path))
            #expect(ProfileFileReader.problem(ofXML: path, schema: Array(schema), named: "paxml.xsd") != nil)
        }
    }

    /// What a file calls a pay code.
    private func item(_ payCode: String, _ context: ProfileContext) -> String {
        let code = context.codes[payCode]
        return code?.column.map { "column \($0)" } ?? code?.code ?? payCode
    }

    private func golden(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: "\(ProfileSample.golden)/\(name)")))
    }

    private func shown(_ bytes: [UInt8]) -> String { String(bytes.map { Character(Unicode.Scalar($0)) }) }
}

/// Schemas that others wrote, where the machine has them.
enum Judges {
    static let folder = ProcessInfo.processInfo.environment["GANTRY_JUDGES"].flatMap { $0.isEmpty ? nil : $0 }
}
