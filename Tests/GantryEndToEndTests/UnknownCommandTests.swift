import Testing

@Suite("A command that is mistyped") struct UnknownCommandTests {
    @Test("is named with the nearest one, and a setting that doesn't fit is told as such") func nearest() async throws {
        let typo = try await Command([Product.binary, "rnu", "payroll-monthly"]).run()
        #expect(typo.status == .exited(64) && typo.err.contains("There is no command called \"rnu\""), "\(typo)")
        #expect(typo.err.contains("Did you mean run?"), "\(typo)")
        let strange = try await Command([Product.binary, "delete", "x", "--json"]).run()
        #expect(strange.status == .exited(64) && strange.out.contains("\"code\":\"usage\""), "\(strange)")
        let option = try await Command([Product.binary, "run", "--perod", "2026-10"]).run()
        #expect(option.status == .exited(64) && option.err.contains("Did you mean '--period'?"), "\(option)")
        let setting = try await Command([
            Product.binary, "plan", Product.pipeline, "--period", "2026-10", "--set", "records.dataset=ksr.workers",
        ]).run()
        #expect(setting.status == .exited(78) && setting.err.contains("itself has no mistakes"), "\(setting)")
        #expect(!setting.err.contains("gantry validate") && !setting.err.contains("continue with"), "\(setting)")
    }
}
