import GantryEngine
import GantryModel
import GantryRuns
import Testing

@Suite("The settings of a published run") struct SameSettingsTests {
    private func record(_ settings: [RunIdentity.Setting]) -> RunRecord {
        let time = Instant(secondsSince1970: 1_790_000_000)
        return RunRecord(
            id: RunID(pipeline: "pay", period: "2026-10", revision: 1),
            identity: RunIdentity(.payroll, settings: settings), snapshot: time, corrects: nil, startedAt: time,
            phase: .complete, finishedAt: time)
    }

    @Test("don't differ by what its system's file says where the run doesn't know what it said") func systemFile()
        throws
    {
        let code = RunIdentity.Setting("pay.codes.1000", "normal")
        let now = RunIdentity(.payroll, settings: [code, RunIdentity.Setting("system-file", "1a2b")])
        try record([code]).requireSameSettings(as: now)
        let refused = #expect(throws: RunError.self) {
            try record([code, RunIdentity.Setting("system-file", "3c4d")]).requireSameSettings(as: now)
        }
        #expect(refused?.code == .settingsChanged)
    }
}
