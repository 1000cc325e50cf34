import FoundationEssentials
import Glibc

/// What the journal of a workspace claims and the disk lacks, found by a program that shares nothing with the product.
struct Inspection: Decodable, Sendable {
    /// Claims that don't hold.
    let problems: [String]
    /// Damaged outputs that are derived again from the landing.
    let redone: [String]
    let phase: String?
    let records: Int
}

/// One Python process that answers questions about workspaces, line by line.
actor Inspector {
    static let shared = Inspector()
    private var pipes: (to: Int32, from: Int32)?

    func inspect(_ workspace: Workspace) throws -> Inspection {
        let pipes = try started()
        let question = Array("{\"workspace\":\"\(workspace.path)\",\"run\":\"\(Job.run)\"}\n".utf8)
        guard
            unsafe question.withUnsafeBytes({ unsafe Glibc.write(pipes.to, $0.baseAddress, $0.count) })
                == question.count
        else {
            throw HarnessError("inspect_workspace.py has gone away")
        }
        var answer: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe Glibc.read(pipes.from, &byte, 1) == 1, byte != UInt8(ascii: "\n") { answer.append(byte) }
        do {
            return try JSONDecoder().decode(Inspection.self, from: Data(answer))
        } catch {
            throw HarnessError("inspect_workspace.py answered \"\(String(decoding: answer, as: UTF8.self))\"")
        }
    }

    private func started() throws -> (to: Int32, from: Int32) {
        if let pipes { return pipes }
        let place = try TestFolder("inspector")
        let question = place.file("question")
        let answer = place.file("answer")
        guard unsafe mkfifo(question, 0o600) == 0, unsafe mkfifo(answer, 0o600) == 0 else {
            throw HarnessError("No pipe can be made")
        }
        // Opened so that neither side waits for the other; named pipes can't leak into programs that start meanwhile.
        let to = unsafe open(question, O_RDWR | O_CLOEXEC)
        let from = unsafe open(answer, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, 0, question, O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, answer, O_WRONLY, 0)
        let words: [String] = ["python3", Product.tools + "/inspect_workspace.py"]
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        let path: [String] = ["PATH=" + (Product.environment["PATH"] ?? "/usr/bin:/bin")]
        var variables = unsafe path.map { unsafe strdup($0) } + [nil]
        defer { unsafe (arguments + variables).forEach { unsafe free($0) } }
        var pid: pid_t = 0
        let problem = unsafe posix_spawnp(&pid, "python3", &actions, nil, &arguments, &variables)
        guard problem == 0 else { throw HarnessError("python3 can't be started") }
        _ = fcntl(from, F_SETFL, O_RDONLY)
        pipes = (to, from)
        return (to, from)
    }
}

extension Workspace {
    /// What must hold at every instant, whatever happened: final names absent or whole, nothing claimed that is not on
    /// disk.
    ///
    /// - Parameter mayRedo: whether derived outputs may be damaged, because the run was about to write them again.
    /// - Returns: what is broken, or nil.
    func broken(_ reference: Tree, mayRedo: Bool = false) async throws -> String? {
        try await inspected(reference, mayRedo: mayRedo).problem
    }

    /// The same, with what was found.
    func inspected(_ reference: Tree, mayRedo: Bool = false) async throws -> (problem: String?, found: Inspection) {
        var problems: [String] = []
        if exists(exports) {
            let tree = try Tree(exports)
            let whole = Set(reference.files.keys.map { Job.run + "/" + $0 })
            if !tree.files.isEmpty {
                for name in tree.files.keys where !whole.contains(name) {
                    problems.append("exports/\(name) should not be there")
                }
                if exists(published) {
                    if let difference = try exported().difference(from: reference) {
                        problems.append("published: \(difference)")
                    }
                }
            }
        }
        let found = try await Inspector.shared.inspect(self)
        problems += found.problems
        if !mayRedo { problems += found.redone }
        return (problems.isEmpty ? nil : problems.joined(separator: "; "), found)
    }

    /// Runs the same command to its end and says what is wrong with what it published, or nil.
    ///
    /// A run that was published before it failed is told to be published: exit code 3.
    func unfinished(_ job: Job, _ reference: Tree, _ more: [String] = []) async throws -> String? {
        let wasPublished = exists(published)
        let ending = try await job.command(path, more).run()
        guard ending.status == .exited(0) || (wasPublished && ending.status == .exited(3)) else {
            return "the run that continues ended: \(ending)"
        }
        if let difference = try exported().difference(from: reference) { return "after continuing: \(difference)" }
        if exists(path + "/parts"),
            case let left = try FileManager.default.subpathsOfDirectory(atPath: path + "/parts"), !left.isEmpty
        {
            return "parts were left: \(left.sorted())"
        }
        return nil
    }
}
