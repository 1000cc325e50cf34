import Glibc
import Testing

/// Small and read-only file systems, each in a mount namespace of its own. Needs root.
@Suite("A disk that can't take more") struct FullDiskTests {
    /// Mounts a small tmpfs at the workspace and runs the command; then gives it room and runs it again, and copies out
    /// the exports.
    private static let small = """
        workspace=$1; options=$2; copy=$3; shift 3
        mount -t tmpfs -o "$options,mode=0700" tmpfs "$workspace" || exit 99
        "$@"; first=$?
        ls "$workspace/exports/payroll-monthly/2026-10" 2>/dev/null | sed 's/^/published: /'
        echo "message ends" >&2
        mount -o remount,size=64m,nr_inodes=100000 "$workspace" || exit 98
        "$@"; second=$?
        cp -a "$workspace/exports" "$copy"
        echo "codes: $first $second"
        """

    @Test(
        "ends a run clearly, and the same command goes on when there is room again", arguments: ["size", "nr_inodes"])
    func full(limit: String) async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let step = max(10 / Product.trials, 4)
        let sizes = limit == "size" ? Array(stride(from: 12, through: 332, by: step)) : Array(3...24)
        let trials = Trials(what: "full disk by \(limit)", test: "FullDiskTests")
        await trials.run(sizes, leastHits: 6) { number in
            let workspace = try Workspace("full")
            let copy = workspace.folder.file("copy")
            let options = limit == "size" ? "size=\(number)k" : "nr_inodes=\(number),size=64m"
            let command = try job.command(
                workspace.path, ["--quiet"],
                wrapper: ["unshare", "-m", "sh", "-c", Self.small, "sh", workspace.path, options, copy])
            let ending = try await command.run()
            guard let codes = ending.lines.last?.split(separator: " "), codes.count == 3,
                codes[0] == "codes:",
                let first = Int32(codes[1]), let second = Int32(codes[2])
            else { return .broken("no small disk could be mounted: \(ending)") }
            let message = String(ending.err.split(separator: "message ends", omittingEmptySubsequences: false)[0])
            if first == 0 { return second == 3 ? .late : .broken("exit 0, then \(second)") }
            guard first == 75 || first == 1 else {
                return .broken("\(options): the first run ended with \(first): \(message)")
            }
            guard message.asciiLowercase().contains("full") || message.asciiLowercase().contains("space") else {
                return .broken("\(options): the message does not speak of room: \(message)")
            }
            let wasPublished = ending.out.contains("published: ")
            guard second == 0 || (wasPublished && second == 3) else {
                return .broken("\(options): with room again it ended with \(second): \(ending.err)")
            }
            if let difference = try Tree(copy + "/" + Job.run).difference(from: reference) {
                return .broken("\(options): \(difference)")
            }
            return first == 75 ? .held : .broken("\(options): exit \(first) instead of 75: \(message)")
        }
    }

    @Test("that is read-only ends a run before it begins", arguments: ["new", "killed", "exports"]) func readOnly(
        when: String
    ) async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let workspace = try Workspace("readonly")
        if when == "killed" {
            let cut = try await job.command(workspace.path, environment: Faults.environment(workspace, "kill@260"))
                .run()
            #expect(cut.wasKilled, "\(cut)")
        }
        let place = when == "exports" ? workspace.exports : workspace.path
        if when == "exports" { try await Command(["mkdir", "-m", "700", place]).succeed() }
        let script = "mount --bind \"$1\" \"$1\" && mount -o remount,ro,bind \"$1\" || exit 99; shift; exec \"$@\""
        let command = try job.command(workspace.path, wrapper: ["unshare", "-m", "sh", "-c", script, "sh", place])
        let before = try Tree(workspace.path)
        let ending = try await command.run()
        #expect(ending.status == .exited(75) || ending.status == .exited(1), "\(ending)")
        #expect(
            ending.err.asciiLowercase().contains("read-only") || ending.err.asciiLowercase().contains("written"),
            "\(ending.err)")
        #expect(
            ending.err.contains(when == "exports" ? "exports" : "workspace"),
            "the message does not name the place: \(ending.err)")
        if when != "exports" { #expect(try Tree(workspace.path) == before) }
        #expect(!exists(workspace.published))
        if let problem = try await workspace.unfinished(job, reference) { Issue.record("\(when): \(problem)") }
    }

    @Test(
        "or a file in the way of the exports is said clearly",
        arguments: ["exports", "exports/payroll-monthly/2026-10", "exports/payroll-monthly/2026-10/r1", "parts"])
    func inTheWay(name: String) async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let workspace = try Workspace("way")
        let path = workspace.path + "/" + name
        try await Command(["sh", "-c", "umask 077; mkdir -p \"$(dirname \"$1\")\" && echo mine > \"$1\"", "sh", path])
            .succeed()
        let ending = try await job.command(workspace.path).run()
        #expect(ending.code != nil && ending.code != 0, "\(ending)")
        let file: Substring = name.split(separator: "/").last ?? ""
        #expect(ending.err.contains(file), "the message does not name \(name): \(ending.err)")
        #expect(try text(of: path) == "mine\n")
        try remove(path)
        if let problem = try await workspace.unfinished(job, reference) { Issue.record("\(name): \(problem)") }
    }

    @Test("that a rename can't cross ends a run clearly") func crossDevice() async throws {
        let job = try await Job.plain()
        let reference = try await job.reference()
        let count = try await Faults.calls(of: job).count(["rename"])
        #expect(count > 0)
        let trials = Trials(what: "rename across devices (\(count) renames)", test: "FullDiskTests")
        await trials.run(1...max(count, 1), leastHits: count) { number in
            let workspace = try Workspace("exdev")
            let ending = try await job.command(
                workspace.path, environment: Faults.environment(workspace, "error:EXDEV@\(number)", calls: "rename")
            ).run()
            guard try FaultLog(workspace.log).has("injected") else { return .late }
            guard let code = ending.code, code != 0, !ending.err.isEmpty else { return .broken("it ended: \(ending)") }
            if let problem = try await workspace.broken(reference) { return .broken(problem) }
            if exists(workspace.published) { return .broken("it is published although its rename failed") }
            if let problem = try await workspace.unfinished(job, reference) { return .broken(problem) }
            return .held
        }
    }
}
