import FoundationEssentials
import Testing

@Suite("A published export") struct VerifyTests {
    @Test("that was changed in any way is told apart by gantry verify, which names the file") func damage() async throws
    {
        let job = try await Job.plain()
        let whole = try Workspace("whole")
        try await job.command(whole.path).succeed()
        let names = try whole.exported().files.keys.sorted()
        let trials = Trials(what: "changed export (\(names.count) files)", test: "VerifyTests")
        await trials.run(0..<names.count * 4 * Product.trials, leastHits: names.count * 4) { number in
            var random = Seeded(trial: number, salt: 30)
            let folder = try TestFolder("verify")
            let copy = folder.file("copy")
            let name = names[number % names.count]
            try FileManager.default.copyItem(atPath: whole.published, toPath: copy)
            var bytes = try read(copy + "/" + name)
            let at = Int.random(in: 0..<bytes.count, using: &random)
            let what: String
            switch number / names.count % 4 {
            case 0:
                var bit = UInt8.random(in: 0..<8, using: &random)
                // A capital letter is the same digit of a digest (RFC 8493, section 2.1.3).
                if name.contains("manifest"), bit == 5, (0x61...0x66).contains(bytes[at]) { bit = 0 }
                bytes[at] ^= 1 << bit
                what = "a bit of byte \(at) flipped"
            case 1:
                bytes.append(10)
                what = "a line feed more"
            case 2:
                bytes = Array(bytes[..<at])
                what = "cut to \(at) bytes"
            default:
                bytes = []
                what = "removed"
            }
            if what == "removed" { try remove(copy + "/" + name) } else { try write(bytes, to: copy + "/" + name) }
            let ending = try await Command([Product.binary, "verify", copy]).run()
            guard ending.status == .exited(4) else { return .broken("\(name), \(what): verify ended: \(ending)") }
            let base = String(name.split(separator: "/").last ?? "")
            return ending.out.contains(base) ? .held : .broken("\(name), \(what): it is not named: \(ending)")
        }
    }

    @Test(
        "is there all the same when the report can't be written, and the run says so",
        arguments: ["> /dev/full", "| head -c0", ">&-"])
    func report(place: String) async throws {
        let job = try await Job.plain()
        let workspace = try Workspace("report")
        let script = place.hasPrefix("|") ? "set -o pipefail; \"$@\" \(place)" : "\"$@\" \(place)"
        let ending = try await job.command(workspace.path, wrapper: ["bash", "-c", script, "bash"]).run()
        ending.expect(exit: 1)
        #expect(ending.err.contains("report"), "\(ending)")
        if let difference = try await workspace.exported().difference(from: job.reference()) {
            Issue.record("\(difference)")
        }
    }
}
