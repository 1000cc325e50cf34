import FoundationEssentials
import Glibc

/// A published month whose pipeline has two people who sign, in a workspace of its own.
struct SignedMonth: Copied {
    static let run = Job.run
    static let rules = "\nsign-off:\n  prepare: [clerk]\n  approve: [manager]\n"

    let workspace: Workspace
    /// The folder of a payroll program; inside the workspace, so that the fault injector counts its files too.
    var importer: String { workspace.path + "/importer" }
    var book: String { workspace.path + "/signoff/payroll-monthly.jsonl" }
    var statement: String { workspace.path + "/signoff/payroll-monthly/2026-10/r1.statement" }
    var signed: String { workspace.exports + "/" + Job.run + ".signed" }

    private static let keys = Once {
        let folder = try TestFolder("keys")
        for (name, type) in [
            ("manager", ["ed25519"]), ("owner", ["ecdsa", "-b", "256"]), ("rsa", ["rsa", "-b", "2048"]),
        ] {
            try await Command(["ssh-keygen", "-q", "-t"] + type + ["-N", "", "-C", "", "-f", folder.file(name)])
                .succeed()
        }
        return folder
    }

    /// One published month, of which every test takes a copy.
    private static let published = Once {
        let month = try SignedMonth(workspace: Workspace("month"))
        let job = try await Job.plain()
        try write(try text(of: Product.pipeline) + SignedMonth.rules, to: month.workspace.folder.file("pipeline.yaml"))
        var own = job
        own.pipeline = month.workspace.folder.file("pipeline.yaml")
        try await own.command(month.workspace.path).succeed()
        let keys = try await SignedMonth.keys.value
        func key(_ name: String) throws -> String {
            try text(of: keys.file(name + ".pub")).split(separator: "\n").first.map(String.init) ?? ""
        }
        let people = """
            people:
              clerk: { name: Payroll Clerk }
              manager: { name: Payroll Manager, key: "\(try key("manager"))" }
              owner: { name: Owner, key: "\(try key("owner"))" }
              ghost: { name: Ghost, account: nobody-with-this-name }

            """
        let config = month.workspace.path + ".yaml"
        try write(try text(of: config) + people, to: config)
        try FileManager.default.createDirectory(atPath: month.importer, withIntermediateDirectories: false)
        return month
    }

    /// A copy of the published month.
    static func copy() async throws -> SignedMonth { try await published.value.copied() }

    /// A copy of the whole workspace.
    func copied() async throws -> SignedMonth {
        let other = try Workspace("signing")
        try await Command(["cp", "-a", "\(workspace.folder.path)/.", other.folder.path]).succeed()
        return SignedMonth(workspace: other)
    }

    /// Runs a command about the month.
    func command(_ words: [String], environment: [String: String] = [:]) -> Command {
        var words = [Product.binary] + words + ["--workspace", workspace.path]
        if words[1] != "verify" {
            words += ["--config", workspace.path + ".yaml", "--pipeline", workspace.folder.file("pipeline.yaml")]
        }
        return Command(words, environment: environment)
    }

    func sign(_ more: String...) -> Command { command(["sign", SignedMonth.run] + more) }
    func deliver(_ more: String...) -> Command { command(["deliver", SignedMonth.run] + more) }
    func verify(_ more: String...) -> Command { command(["verify", SignedMonth.run] + more) }

    /// Decides that nothing of an employee is paid for now.
    func hold(_ employee: String) async throws {
        try await Command([
            Product.binary, "review", SignedMonth.run, "--hold", "--employee", employee, "--by", "clerk", "--because",
            "Disputed by the customer", "--workspace", workspace.path, "--config", workspace.path + ".yaml",
        ]).succeed()
    }

    /// Signs a file as a person does on their own machine.
    func signature(of path: String, by key: String, namespace: String = "gantry-sign-off") async throws -> String {
        let copy = workspace.folder.file("\(key)-\(UInt32.random(in: 0 ... .max))")
        try write(try read(path), to: copy)
        try await Command(
            ["ssh-keygen", "-q", "-Y", "sign", "-n", namespace, "-f", SignedMonth.keys.value.file(key), copy]
        ).succeed()
        return copy + ".sig"
    }

    /// Prepares and approves it.
    func signBoth() async throws {
        try await sign("--by", "clerk").succeed()
        try await sign("--by", "manager", "--signature", signature(of: statement, by: "manager")).succeed()
    }

    var lines: [String] {
        get throws { exists(book) ? try text(of: book).split(separator: "\n").map(String.init) : [] }
    }

    /// The last state that the book says.
    func lastAction() throws -> String? {
        struct Line: Decodable { let action: String }
        return try lines.last.map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)).action }
    }

    /// The seal of the statement.
    func seal() async throws -> String { try await SignedMonth.seal(of: statement) }

    /// The seal of a statement, by a program that shares nothing with the product.
    static func seal(of statement: String) async throws -> String {
        let program =
            "import base64,hashlib,sys;t=base64.b32encode(hashlib.sha256(open(sys.argv[1],'rb').read()).digest()).decode()[:20];"
            + "print('-'.join(t[i:i+4] for i in range(0,20,4)))"
        let said = try await Command(["python3", "-c", program, statement]).succeed()
        return said.lines.first.map(String.init) ?? ""
    }
}

/// Adds the clerk and the manager, who may sign, to a gantry.yaml.
func addSigners(to config: String) throws {
    let people = "people:\n  clerk: { name: Payroll Clerk }\n  manager: { name: Payroll Manager }\n"
    try write(try text(of: config) + "\n" + people, to: config)
}
