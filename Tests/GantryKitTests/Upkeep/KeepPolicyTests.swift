import GantryEngine
import GantryKit
import GantryModel
import Testing

@Suite("What a policy keeps") struct KeepPolicyTests {
    @Test("It must keep at least one run, and no number is negative") func usable() {
        #expect(!KeepPolicy().isUsable)
        #expect(KeepPolicy(yearly: 1).isUsable)
        #expect(!KeepPolicy(last: -1, monthly: 2).isUsable)
    }

    @Test("The last runs, the last of each month and of each year stay") func calendar() throws {
        // Weekly runs from January 2024 to December 2026.
        let runs = (0..<156).map { week in
            run(CivilDate(daysSince1970: 19_730 + Int32(week) * 7))
        }
        let selection = Selection(runs.shuffled(), KeepPolicy(last: 2, monthly: 3, yearly: 3))
        let kept = Set(selection.kept.map(\.id.period))
        let newest = runs.map(\.day).max() ?? CivilDate(daysSince1970: 0)
        // Two of the last month, one each of the two months before, one each of the two years before.
        #expect(kept.count == 6)
        #expect(kept.contains("\(newest)") && kept.contains("\(newest - 7)"))
        #expect(selection.removed.count == 150)
    }

    @Test("Each source is counted by itself") func sources() {
        let day = CivilDate(daysSince1970: 20_000)
        let runs = [run(day), run(day, source: "other"), run(day - 1), run(day - 1, source: "other", revision: 2)]
        #expect(Selection(runs, KeepPolicy(last: 1)).kept.count == 2)
    }

    @Test("A withdrawn run takes no place, and goes with those of its time") func withdrawn() {
        let day = CivilDate(daysSince1970: 20_000)
        var newest = run(day)
        newest.isUsable = false
        var old = run(day - 400)
        old.isUsable = false
        let selection = Selection([newest, run(day - 31), run(day - 62), old], KeepPolicy(last: 1))
        #expect(selection.kept.map(\.id.period).sorted() == ["\(day - 31)", "\(day)"].sorted())
    }

    @Test("What is protected stays, and keeps what it corrects, and what that corrects") func chain() {
        let day = CivilDate(daysSince1970: 20_000)
        var first = run(day - 900)
        var second = run(day - 900, revision: 2)
        var third = run(day - 900, revision: 3)
        second.base = first.id
        third.base = second.id
        #expect(Selection([run(day), first, second, third], KeepPolicy(last: 1)).removed.count == 3)
        third.protection = "must be kept"
        #expect(Selection([run(day), first, second, third], KeepPolicy(last: 1)).removed.isEmpty)
        third.protection = nil
        first.protection = "must be kept"
        #expect(Selection([run(day), first, second, third], KeepPolicy(last: 1)).removed.count == 2)
    }

    @Test("An unfinished run goes only when it is abandoned, and counts for nothing") func unfinished() {
        let day = CivilDate(daysSince1970: 20_000)
        var active = run(day)
        active.abandoned = false
        var dead = run(day - 1)
        dead.abandoned = true
        let selection = Selection([active, dead, run(day - 2), run(day - 3)], KeepPolicy(last: 1))
        #expect(selection.removed.map(\.id.period).sorted() == ["\(day - 1)", "\(day - 3)"].sorted())
    }

    private func run(_ day: CivilDate, source: String = "here", revision: Int = 1) -> KnownRun {
        KnownRun(id: RunID(pipeline: "pay", period: "\(day)", revision: revision), source: source, day: day)
    }
}
