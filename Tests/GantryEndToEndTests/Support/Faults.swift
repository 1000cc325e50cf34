/// The library that counts, fails and falsifies the product's file calls (Tests/FaultInjector).
enum Faults {
    private static let folder = Once { try TestFolder("faults") }
    private static let library = Once {
        let place = try await folder.value
        let compiler = exists("/usr/bin/cc") ? "cc" : "clang"
        let path = place.file("faults.so")
        try await Command(
            [compiler, "-shared", "-fPIC", "-O2", "-o", path, Product.root + "/Tests/FaultInjector/faults.c", "-ldl"]
        ).succeed()
        return path
    }

    /// The variables that make a run count its calls, and meet a fault at one of them.
    static func environment(
        _ workspace: Workspace, _ fault: String? = nil, calls: String? = nil
    ) async throws -> [String: String] {
        var variables = [
            "LD_PRELOAD": try await library.value, "GANTRY_FAULT_ROOT": workspace.path,
            "GANTRY_FAULT_LOG": workspace.log,
            "GANTRY_FAULT_PROGRAM": "gantry",
        ]
        variables["GANTRY_FAULT"] = fault
        variables["GANTRY_FAULT_CALLS"] = calls
        return variables
    }

    /// The path of the library, for a tool that starts the product itself.
    static func preload() async throws -> String { try await library.value }

    /// Runs the sync-order linter on a log. Its text begins with a line of counts.
    static func lint(_ log: String, _ options: [String] = []) async throws -> Ending {
        try await Command(["python3", Product.root + "/Tests/FaultInjector/fsynclint.py", "--list"] + options + [log])
            .run()
    }

    /// The calls of an uninterrupted run of a job.
    static func calls(of job: Job) async throws -> FaultLog {
        let workspace = try Workspace("count")
        let ending = try await job.command(workspace.path, environment: environment(workspace)).run()
        guard ending.status == .exited(0) else {
            throw HarnessError("The counting run of the \(job.name) job failed: \(ending)")
        }
        return try FaultLog(workspace.log)
    }
}

/// The injector's log, a line for every call.
struct FaultLog: Sendable {
    struct Line: Sendable {
        let number: Int
        let call: String
        let path: String
        let descriptor: Int
        let bytes: Int
        /// nil on the line before a kill.
        let result: Int?
        let second: String
        let notes: Set<String>
    }

    let lines: [Line]

    init(_ path: String) throws {
        guard exists(path) else {
            lines = []
            return
        }
        lines = try text(of: path).split(separator: "\n").map { line in
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count == 9, let number = Int(cells[0]) else {
                throw HarnessError("No line of faults.so: \(line)")
            }
            return Line(
                number: number, call: cells[2], path: cells[3], descriptor: Int(cells[4]) ?? -1,
                bytes: Int(cells[5]) ?? -1,
                result: Int(cells[6]), second: cells[7], notes: Set(cells[8].split(separator: ",").map(String.init)))
        }
    }

    var count: Int { lines.map(\.number).max() ?? 0 }
    func has(_ note: String) -> Bool { lines.contains { $0.notes.contains(note) } }
    func first(_ note: String) -> Line? { lines.first { $0.notes.contains(note) } }
    func count(_ calls: Set<String>) -> Int { lines.count { calls.contains($0.call) } }
}
