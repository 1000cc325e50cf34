import Glibc

/// A server that files are delivered to, as a process of its own; `delivery_server.py` says which.
final class DeliveryServer: Sendable {
    /// Those whose program is installed.
    static let kinds = ["folder", "sftp", "ftps", "webdav", "s3"].filter { missing[$0] == nil }
    /// The Debian packages of the others.
    static let missing = [
        "sftp": ("sshd", "openssh-server"), "ftps": ("vsftpd", "vsftpd"), "webdav": ("nginx", "nginx-light"),
    ]
    // vsftpd only starts as root.
    .filter { !exists("/usr/sbin/\($0.value.0)") || $0.key == "ftps" && geteuid() != 0 }.mapValues(\.1)

    let kind: String
    let folder: TestFolder
    private let child: Child

    /// What has arrived.
    var arrived: String { folder.file("in") }

    /// Starts one.
    init(_ kind: String) async throws {
        self.kind = kind
        folder = try TestFolder(kind)
        // The server's own account looks into it.
        unsafe chmod(folder.path, 0o755)
        child = try Command(
            [
                "timeout", "-s", "KILL", "900", Product.python, Product.tools + "/delivery_server.py", kind,
                folder.path,
            ], timeout: .seconds(900)
        ).start()
        for _ in 0..<1_000 {
            if exists(folder.file("destination.yaml")) { return }
            if kill(child.pid, 0) != 0 { break }
            try await Task.sleep(for: .milliseconds(20))
        }
        child.end()
        throw HarnessError("The \(kind) server did not begin: \(try await child.ending())")
    }

    deinit { child.end() }

    /// `destinations` of gantry.yaml with this server under the name `there`.
    func destinations(_ more: String = "") throws -> String {
        let lines = try text(of: folder.file("destination.yaml")).split(separator: "\n").map { "    \($0)\n" }.joined()
        return "destinations:\n  there:\n\(lines)\(more)"
    }

    /// Complete names and contents; what is hidden is left out.
    func files(in folder: String = "") throws -> [String: [UInt8]] {
        func isWanted(_ path: String) -> Bool {
            path.split(separator: "/").last?.hasPrefix(".") == false && path != "log" && !path.hasSuffix(".new")
                && path.hasPrefix(folder)
        }
        // The store of objects keeps its objects in one folder, by their encoded names.
        func path(_ name: String) -> String {
            kind.hasPrefix("s3")
                ? name.split(separator: "%2F").joined(separator: "/").replacing("pay/run/", with: "") : name
        }
        var found: [String: [UInt8]] = [:]
        for (name, bytes) in try Tree(arrived, where: { isWanted(path($0)) }).files { found[path(name)] = bytes }
        return found
    }
}

/// A published month that nobody signs, and where its files are delivered to.
struct DeliveredMonth: Sendable {
    static let run = Job.run
    let workspace: Workspace

    /// One published month, of which every test takes a copy.
    private static let published = Once {
        let workspace = try Workspace("month")
        try await Job.sample().command(workspace.path).succeed()
        try await accept(DeliveredMonth.run, in: workspace.path)
        return workspace
    }

    /// Accepts every warning of a run, so that it can be delivered.
    static func accept(_ run: String, in workspace: String) async throws {
        let review = try await Command([Product.binary, "review", run, "--workspace", workspace]).run()
        let open = review.openFindings
        guard !open.isEmpty else { return }
        try await Command(
            [Product.binary, "review", run] + open + [
                "--accept", "--by", "Payroll Clerk", "--because", "The foreman told us on Wednesday", "--workspace",
                workspace,
            ]
        ).succeed()
    }

    /// A copy of the month with destinations.
    init(_ destinations: String) async throws {
        workspace = try Workspace("delivering")
        try await Command(["cp", "-a", "\(DeliveredMonth.published.value.folder.path)/.", workspace.folder.path])
            .succeed()
        try write(try text(of: workspace.path + ".yaml") + destinations, to: workspace.path + ".yaml")
    }

    func command(_ words: String..., environment: [String: String] = [:]) -> Command {
        Command(
            [Product.binary] + words
                + ["--workspace", workspace.path]
                + (words[0] == "show" ? [] : ["--config", workspace.path + ".yaml"]), environment: environment)
    }

    func deliver(_ more: String...) -> Command {
        Command(
            [Product.binary, "deliver", DeliveredMonth.run] + more + [
                "--workspace", workspace.path, "--config", workspace.path + ".yaml",
            ])
    }

    /// The files of the whole export folder, by where they arrive.
    func bag() throws -> [String: [UInt8]] {
        var files: [String: [UInt8]] = [:]
        for (name, bytes) in try Tree(workspace.published).files { files["\(DeliveredMonth.run)/\(name)"] = bytes }
        return files
    }
}
