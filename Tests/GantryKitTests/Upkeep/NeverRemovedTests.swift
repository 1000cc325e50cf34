import Foundation
import GantryEngine
import GantryFiles
import GantryKit
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite("What prune never removes") struct NeverRemovedTests {
    @Test("A run that a later one continues from, since only it has its records") func continued() async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("archive/2026-08/r1", base: .beginning)
        let second = try await kept.publish("archive/2026-09/r1", base: .run(first))
        let third = try await kept.publish("archive/2026-10/r1", base: .run(second))
        let whole = try await kept.publish("other/2026-08/r1")
        try await kept.publish("other/2026-09/r1")
        let report = try await kept.prune()
        #expect(report.items.map(\.name) == [whole.description])
        for run in [first, second, third] { #expect(kept.exists("exports/\(run)/data/records.csv")) }
        #expect(report.kept.first { $0.run == first }?.because.contains("only the records that came after") == true)
        let told = await refusal { _ = try await Upkeep.forget(first, in: kept.workspace) }
        #expect(told.contains("\(first) stays"), "\(told)")
    }

    @Test("The intact revision where the newer one has lost its folder, which takes no place") func intact()
        async throws
    {
        for change in ["missing", "changed"] {
            let kept = try KeptRuns()
            let old = try await kept.publish("archive/2026-08/r1")
            let whole = try await kept.publish("archive/2026-09/r1")
            let lost = try await kept.publish("archive/2026-09/r2")
            if change == "missing" {
                try kept.remove("exports/\(lost)")
            } else {
                try kept.folder.write("other\n", to: "workspace/exports/\(lost)/tagmanifest-sha256.txt")
            }
            let report = try await kept.prune()
            #expect(report.items.map(\.name) == [old.description], "\(change)")
            #expect(report.kept.first { $0.run == whole }?.because == "one of the last", "\(change)")
            #expect(report.kept.first { $0.run == lost }?.because.contains("missing or changed") == true, "\(change)")
            #expect(kept.exists("exports/\(whole)/data/records.csv"), "\(change)")
        }
    }

    @Test("Anything while no run has its folder, as when a disk isn't mounted", arguments: [true, false])
    func unmounted(isEmpty: Bool) async throws {
        let kept = try KeptRuns()
        let first = try await kept.publish("archive/2026-08/r1")
        try await kept.publish("archive/2026-09/r1")
        let unfinished = try await kept.begin("archive/2026-07/r1")
        try kept.folder.write("answer", to: "workspace/cache/answer")
        try kept.remove("exports")
        if isEmpty { try kept.makeExports() }
        for isDryRun in [true, false] {
            let told = await refusal {
                _ = try await Upkeep.prune(
                    KeepPolicy(last: 1, abandonedAfter: 1), in: kept.workspace, isDryRun: isDryRun)
            }
            #expect(told.contains("None of the published runs has its folder"), "\(told)")
        }
        #expect(try await kept.journal.runs().count == 3)
        #expect(kept.exists("parts/\(unfinished)") && kept.exists("cache/answer"))
        if !isEmpty {
            let told = await refusal { _ = try await Upkeep.forget(first, in: kept.workspace) }
            #expect(told.contains("the folder exports isn't there"), "\(told)")
            try kept.makeExports()
            for run in try await kept.journal.runs() {
                _ = try await Upkeep.forget(run.id, in: kept.workspace)
                #expect(kept.exists("exports"), "\(run.id)")
            }
        }
    }

    @Test("What an unfinished run has fetched whose entry is damaged") func damaged() async throws {
        let kept = try KeptRuns()
        try await kept.publish("archive/2026-10/r1")
        let run = try await kept.begin("archive/2026-08/r1")
        try kept.spoil("UPDATE runs SET snapshot = snapshot + 1 WHERE run = '\(run)'")
        try #require(try await kept.journal.damagedRuns().compactMap(\.id) == [run])
        try kept.folder.write("of no run", to: "workspace/parts/archive/2026-07/r1/bag/data/records.csv")
        let report = try await kept.prune(KeepPolicy(last: 1, abandonedAfter: 1))
        #expect(report.items.map(\.name) == ["parts/archive/2026-07/r1"])
        #expect(kept.exists("parts/\(run)/bag/data/records.csv"))
    }

    @Test(
        "Anything behind a symbolic link, and no run is left half forgotten because of one",
        arguments: [
            "exports", "exports/archive", "exports/archive/2026-08", "parts/archive", "parts/archive/2026-08",
            "signoff", "signoff/archive", "signoff/archive/2026-08",
        ])
    func links(_ path: String) async throws {
        let kept = try KeptRuns()
        let run = try await kept.publish("archive/2026-08/r1")
        try await kept.publish("archive/2026-09/r1")
        let step = path.split(separator: "/").first.map(String.init) ?? ""
        if step != "exports" {
            try kept.folder.write("kept", to: "workspace/\(step)/archive/2026-08/r1.statement/file")
        }
        let manager = FileManager.default
        try manager.moveItem(atPath: kept.workspace.path + "/" + path, toPath: kept.folder.path + "/outside")
        try manager.createSymbolicLink(
            atPath: kept.workspace.path + "/" + path, withDestinationPath: kept.folder.path + "/outside")
        let before = try kept.paths("outside")
        try #require(!before.isEmpty)
        let report = try await kept.prune()
        #expect(try Set(before).isSubset(of: kept.paths("outside")))
        #expect(try await kept.journal.documents(named: RunMarks.forgettingName).isEmpty)
        #expect(report.items.allSatisfy { $0.name != run.description })
        let why = try #require(report.kept.first { $0.run == run }?.because)
        #expect(why.contains("symbolic link"), "\(why)")
        #expect(try await kept.journal.run(run) != nil)
    }

    @Test("Pay that was delivered, or may have been, for five years, whether anybody signed it or not") func delivered()
        async throws
    {
        let kept = try KeptRuns()
        let paid = try await kept.publish("pay/2026-08/r1", kind: .payroll)
        let unpaid = try await kept.publish("pay/2026-07/r1", kind: .payroll)
        let unknown = try await kept.publish("pay/2026-06/r1", kind: .payroll)
        let archived = try await kept.publish("archive/2026-08/r1")
        for name in ["pay/2026-09/r1", "archive/2026-09/r1"] { try await kept.publish(name) }
        try await kept.deliver(paid)
        try await kept.deliver(archived)
        // Whoever withdraws one that was delivered says that nothing of it was imported.
        let withdrawn = try await kept.publish("pay/2026-05/r1", kind: .payroll)
        try await kept.deliver(withdrawn)
        let mark = Withdrawal(run: withdrawn, by: "clerk", because: "From the sandbox", time: .now, bag: "")
        try await kept.journal.keep(mark.text, named: Withdrawal.documentName, for: withdrawn)
        try await kept.journal.keep(PastDelivery.unknown.rawValue, named: PastDelivery.documentName, for: unknown)
        let report = try await kept.prune()
        #expect(Set(report.items.map(\.name)) == Set([unpaid, archived, withdrawn].map(\.description)))
        for run in [paid, unknown] {
            #expect(
                report.kept.first { $0.run == run }?.because
                    == "it may have been paid, and must be kept until 2031-12-31",
                "\(run)")
        }
        let told = await refusal { _ = try await Upkeep.forget(paid, in: kept.workspace) }
        #expect(told.contains("2031-12-31"), "\(told)")
    }

    @Test("A run whose files are being delivered") func delivering() async throws {
        let kept = try KeptRuns()
        let run = try await kept.publish("archive/2026-08/r1")
        try await kept.publish("archive/2026-09/r1")
        let lock = try RunDirectories(id: run, workspace: kept.workspace, command: "delivering").lockDelivery()
        let report = try await kept.prune()
        #expect(report.items.isEmpty && kept.exists("exports/\(run)/data/records.csv"))
        try lock.release()
        #expect(try await kept.prune().items.map(\.name) == [run.description])
    }
}
