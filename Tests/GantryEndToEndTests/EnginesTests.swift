import FoundationEssentials
import Testing

/// The files of `Engines/` start the command of an item and know the exit codes.
@Suite("The files for schedulers") struct EnginesTests {
    private static let folder = Product.root + "/Engines"

    private struct Finished: Decodable {
        struct Result: Decodable { let exitCodes: [Code] }
        struct Code: Decodable {
            let exitCode: Int
            let `class`: String
        }
        let result: Result
    }

    /// The exit codes of a class, with a separator between them.
    private func codes(_ kind: String, _ separator: String) async throws -> String {
        let ending = try await Command([Product.binary, "exit-codes", "--json"]).succeed()
        let finished = try JSONDecoder().decode(Finished.self, from: Data(ending.out.utf8))
        return finished.result.exitCodes.filter { $0.class == kind && $0.exitCode > 0 }.map { String($0.exitCode) }
            .joined(separator: separator)
    }

    /// A folder with a program that is called gantry and ends with the code that its argument after `run` is.
    private func office(_ codes: [String]) throws -> TestFolder {
        let folder = try TestFolder("engines")
        try write("#!/bin/sh\necho \"$@\" >> \"$HOME/called\"\nexit \"$2\"\n", to: folder.file("gantry"))
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o755], ofItemAtPath: folder.file("gantry"))
        try write(
            codes.map { #"{"item":"x/\#($0)","argv":["gantry","run","\#($0)","it's $HOME"]}"# + "\n" }.joined(),
            to: folder.file("items.jsonl"))
        return folder
    }

    private func command(_ words: [String], in folder: TestFolder, _ more: [String: String] = [:]) -> Command {
        let path = "\(folder.file("")):/usr/local/bin:/usr/bin:/bin"
        return Command(
            words, environment: ["PATH": path, "HOME": folder.file("")].merging(more) { $1 }, folder: folder.file(""))
    }

    @Test("name the exit codes of Gantry's own table") func table() async throws {
        let slurm = try text(of: Self.folder + "/slurm.conf")
        #expect(slurm.contains("\nRequeueExit=\(try await codes("again", ","))\n"))
        #expect(slurm.contains("\nRequeueExitHold=\(try await codes("hold", ","))\n"))
        let unit = try text(of: Self.folder + "/gantry@.service")
        #expect(unit.contains("\nSuccessExitStatus=\(try await codes("done", " "))\n"))
        #expect(unit.contains("\nRestartPreventExitStatus=\(try await codes("hold", " "))\n"))
    }

    @Test("of Slurm starts the item of its line, and is held at each 13th start") func slurm() async throws {
        let office = try office(["0", "75"])
        for (task, restarts, code) in [("1", nil, 0), ("2", "11", 75), ("2", "12", 1), ("2", "13", 75)]
            as [(String, String?, Int32)]
        {
            var variables = ["SLURM_ARRAY_TASK_ID": task]
            variables["SLURM_RESTART_COUNT"] = restarts
            let ending = try await command(
                ["/bin/bash", Self.folder + "/slurm.sbatch", office.file("items.jsonl")], in: office, variables
            ).run()
            #expect(ending.code == code, "\(ending)")
        }
        #expect(try text(of: office.file("called")) == "run 0 it's $HOME\nrun 75 it's $HOME\nrun 75 it's $HOME\n")
    }

    @Test("of GNU parallel runs every item, and those that failed again") func parallel() async throws {
        let office = try office(["0", "75", "0"])
        let words = [Self.folder + "/parallel.sh", office.file("items.jsonl"), "--jobs", "2"]
        let first = try await command(words, in: office).run()
        first.expect(exit: 1)
        _ = try await command(words, in: office).run()
        let called = try text(of: office.file("called")).split(separator: "\n").sorted()
        #expect(called == ["run 0 it's $HOME", "run 0 it's $HOME", "run 75 it's $HOME", "run 75 it's $HOME"])
    }

    @Test("of systemd is a unit that systemd takes, with the command of its line") func systemd() async throws {
        let office = try office(["0", "3"])
        let unit = try text(of: Self.folder + "/gantry@.service")
        try write(
            unit.replacing("User=gantry\n", with: "").replacing("/etc/gantry", with: office.file("")),
            to: office.file("gantry@.service"))
        let ending = try await command(
            ["systemd-analyze", "verify", "--recursive-errors=no", office.file("gantry@2.service")], in: office
        ).run()
        #expect(ending.code == 0 && ending.err.isEmpty, "\(ending)")
        // The line that systemd gives to the shell, by its own rules for % and $.
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecStart=/bin/sh -c '") })
        let script = String(line.dropFirst("ExecStart=/bin/sh -c '".count).dropLast())
            .replacing("$$", with: "$").replacing("%i", with: "2").replacing("/etc/gantry", with: office.file(""))
        let run = try await command(["/bin/sh", "-c", script], in: office).run()
        run.expect(exit: 3)
        #expect(try text(of: office.file("called")) == "run 3 it's $HOME\n")
    }
}
