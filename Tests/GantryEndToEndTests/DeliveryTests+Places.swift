import Testing

/// Which place is meant, by the built program.
@Suite("The place of a delivery") struct DeliveryPlaceTests {
    @Test("is one folder, however its path is written") func spelling() async throws {
        let folder = try TestFolder("place")
        let name = try #require(folder.path.split(separator: "/").last)
        let month = try await DeliveredMonth("")
        try await month.deliver("--to", folder.path).succeed()
        for path in ["\(folder.path)/.", "\(folder.path)/", "\(folder.path)/../\(name)"] {
            let again = try await month.deliver("--to", path).run()
            again.expect(exit: 3)
        }
        let missing = try await month.deliver("--to", folder.file("none")).run()
        #expect(missing.status == .exited(1) && missing.err.contains("none"), "\(missing)")
    }

    @Test("is in gantry.yaml once") func twice() async throws {
        let month = try await DeliveredMonth(
            "destinations:\n  one: { address: /srv/in }\n  two: { address: /srv/in/ }\n")
        let refused = try await month.deliver("--to", "one").run()
        #expect(refused.status == .exited(78) && refused.err.contains("two is the same place as one"), "\(refused)")
        let other = try await DeliveredMonth(
            "destinations:\n  one: { address: /srv/in }\n  two: { address: /srv/in, into: two }\n")
        let unknown = try await other.deliver("--to", "onee").run()
        #expect(unknown.status == .exited(78) && unknown.err.contains("Did you mean one?"), "\(unknown)")
    }

    @Test("that can't be used doesn't keep the others from their files") func others() async throws {
        let folder = try TestFolder("place")
        let workspace = try Workspace("others")
        let pipeline = workspace.folder.file("pipeline.yaml")
        try write(
            try text(of: Product.pipeline) + "\ndeliver:\n  - { to: gone }\n  - { to: unknown }\n  - { to: there }\n",
            to: pipeline)
        var job = try await Job.plain()
        job.pipeline = pipeline
        let config = workspace.path + ".yaml"
        let command = try job.command(workspace.path)
        try write(
            try text(of: config) + "destinations:\n  gone: { address: \(folder.file("none")) }\n"
                + "  there: { address: \(folder.path), into: \"\" }\n", to: config)
        let ended = try await command.run()
        #expect(
            ended.code != 0 && ended.out.contains("2 files delivered")
                && ended.out.contains("is published, but not everything of it is delivered"), "\(ended)")
        #expect(ended.err.contains("none") && ended.err.contains("no destination called"), "\(ended)")
        #expect(try Set(Tree(folder.path).files.keys) == ["payroll.csv", "payroll.xml"])
    }
}
