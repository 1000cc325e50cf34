import FoundationEssentials
import Testing

/// Documentation/Operating.md against the built program, a sample server and folders of the test.
@Suite("The handbook") struct HandbookTests {
    private static let page = Product.root + "/Documentation/Operating.md"

    /// How commands begin that a test can't run, and why.
    private static let unrun = [
        "sudo apt-get ": "changes the machine; Scripts/package installs, tries and purges the package in a clean root",
        "sudo systemctl ": "needs systemd as the first process; UnattendedTests has it verify the units",
        "source ": "reads an unpacked archive; CompletionTests runs the completions",
    ]

    /// The desk of a reader: the machine's folders are below it.
    private struct Desk {
        let folder: TestFolder
        let sandbox: Sandbox
        private var exports: [String] = []

        init() async throws {
            folder = try TestFolder("handbook")
            sandbox = try await Sandbox([
                "--contract", "deployed", "--entries", "60", "--employees", "6", "--seed", "7",
            ])
            for name in ["bin", "home", "srv", "mnt/payroll", "mnt/backup", "var/log", "var/lib"] {
                try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
            }
            try FileManager.default.createSymbolicLink(
                atPath: folder.file("bin/gantry"), withDestinationPath: Product.binary)
            try write(Sandbox.password + "\n", to: folder.file("password.txt"))
        }

        /// The same command for this desk: its folders, the account of its server, and units in a folder of the test.
        func adapted(_ line: String) -> String {
            var line = line.replacing("payroll@example.com", with: Sandbox.email)
            for root in ["/srv/", "/mnt/", "/var/"] {
                line = line.replacing(" " + root, with: " \(folder.path)\(root)")
                    .replacing("=" + root, with: "=\(folder.path)\(root)")
            }
            let isSchedule = line.hasPrefix("gantry schedule ") && !line.contains("--cron")
            return isSchedule ? line + " --output \(folder.file("units"))" : line
        }

        mutating func run(_ line: String) async throws -> Ending {
            let line = adapted(line)
            let ending = try await Command(
                ["bash", "-c", (exports + [line]).joined(separator: "\n")],
                environment: [
                    "PATH": "\(folder.file("bin")):/usr/bin:/bin", "HOME": folder.file("home"),
                    "XDG_CONFIG_HOME": folder.file("home/.config"), "GANTRY_KSR_URL": sandbox.url,
                ], folder: folder.path
            ).run()
            if line.hasPrefix("export ") { exports.append(line) }
            return ending
        }

        func add(_ settings: String) throws {
            let path = folder.file("srv/payroll/gantry.yaml")
            try write(try text(of: path) + settings, to: path)
        }
    }

    @Test("has the chapters of a machine's life in their order") func chapters() throws {
        #expect(
            try Handbook(Self.page).chapters == [
                "Install", "First connection", "Schedule", "Monitor", "Deliver", "Back up", "Upgrade", "Retire",
                "When something goes wrong",
            ])
    }

    @Test("has commands that do what it says, one after the other") func commands() async throws {
        var desk = try await Desk()
        var left = Set(Self.unrun.keys)
        var count = 0
        for (number, step) in try Handbook(Self.page).steps {
            switch step {
            case .settings(let lines): try desk.add(lines)
            case .command(let line, let code):
                if let known = Self.unrun.keys.first(where: { line.hasPrefix($0) }) {
                    left.remove(known)
                    continue
                }
                let ending = try await desk.run(line)
                #expect(ending.status == .exited(code), "Operating.md:\(number): \(line): \(ending)")
                count += 1
            }
        }
        #expect(left.isEmpty, "The page doesn't have these any more: \(left.sorted())")
        #expect(count >= 35, "The page had more commands: \(count)")
    }

    @Test("names commands and options that there are") func mentioned() async throws {
        var help: [String: String] = [:]
        for words in try Handbook(Self.page).mentioned {
            let isOfSchedule = words.count > 2 && words[1] == "schedule" && ["list", "remove"].contains(words[2])
            let command = Array(words[1...(isOfSchedule ? 2 : 1)]).filter { !$0.hasPrefix("-") && $0 != "…" }
            let name = command.joined(separator: " ")
            if help[name] == nil {
                let asked = command == ["schedule"] ? ["schedule", "add"] : command
                help[name] = try await Command([Product.binary] + asked + ["--help"]).succeed().out
            }
            for option in words where option.hasPrefix("--") {
                let option = option.prefix { $0 != "=" }
                #expect(help[name]?.contains(option) == true, "\(words.joined(separator: " "))")
            }
        }
        #expect(help.count >= 15, "\(help.keys.sorted())")
    }
}
