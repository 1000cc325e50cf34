import GantryDesk
import GantryEngine
import GantryModel
import Testing

@Suite("Addresses of the desk") struct DeskAddressTests {
    private static let run = RunID(pipeline: "payroll-monthly@company 1", period: "2026-10", revision: 12)

    @Test(
        "are read as they are written",
        arguments: [
            .home, .jobs, .language, .payroll(pipeline: "payroll-monthly"), .payroll(pipeline: "a/b"), .run(run),
            .step(run, .review), .step(run, .files), .decide(run), .file(run, name: "data/payroll.xlsx"),
            .file(run, name: "data/løn #1?.csv"), .file(run, name: "../../journal.sqlite"),
        ] as [DeskAddress])
    func roundTrip(address: DeskAddress) {
        #expect(DeskAddress(path: address.path) == address)
        #expect(address.path.utf8.allSatisfy { $0 < 0x80 && !"<>\"'&?# ".utf8.contains($0) })
    }

    @Test(
        "lead nowhere where they name nothing",
        arguments: [
            "/nothing", "//", "//evil.example/", "/payroll", "/payroll/", "/payroll/p/2026-10", "/payroll/p/2026-10/1",
            "/payroll/p/2026-10/r0", "/payroll/p/2026-10/r01", "/payroll/p/2026-10/r1/nothing",
            "/payroll/p/2026-10/r1/review/more", "/payroll/p%2F2026-10/r1/x/r1", "/payroll/%/2026-10/r1",
            "/payroll/%ff/2026-10/r1", "/payroll/%00/2026-10/r1", "/jobs/", "/jobs/x",
        ])
    func nowhere(path: String) { #expect(DeskAddress(path: path) == nil) }
}

@Suite("Forms that browsers send") struct FormFieldsTests {
    @Test("have the values of their fields") func values() throws {
        let form = try #require(FormFields("id=A&id=B&because=caf%C3%A9+%26+more&empty=&none&a=b=c".utf8))
        #expect(form.all("id") == ["A", "B"] && form["because"] == "café & more")
        #expect(form["empty"] == "" && form["none"] == "" && form["a"] == "b=c" && form["other"] == nil)
    }

    @Test(
        "are refused where no browser sends such bytes", arguments: ["a=%", "a=%4", "a=%zz", "a=%ff", "%00=1", "a=%C3"])
    func refused(text: String) { #expect(FormFields(text.utf8) == nil) }

    @Test("are refused for a reason that is too short, and keep what was typed") func problems() throws {
        let form = DecisionForm(try #require(FormFields("id=A&verb=accept&by=clerk&because=++short++".utf8)))
        #expect(form.because == "short" && form.ids == ["A"])
    }

    @Test("are done once") func once() async {
        let forms = SentForms()
        #expect(await forms.begin("1"))
        #expect(await !forms.begin("1"))
        await forms.undo("1")
        #expect(await forms.begin("1"))
    }
}

@Suite("What waits for a person") struct TodoOrderTests {
    @Test("has unknown money first, since it may be the most, then the most") func order() {
        let amounts: [Money?] = [nil, Money(nano: 5), Money(nano: 1_000), Money(nano: 20)]
        let sums = amounts.map { FindingSum(amount: $0) }
        let sorted = sums.sorted(by: FindingSum.precedes).map { $0.amount.map { Int($0.nano) } }
        #expect(sorted == [nil, 1_000, 20, 5])
    }
}
