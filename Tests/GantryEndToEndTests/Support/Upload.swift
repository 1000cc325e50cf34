import FoundationEssentials
import Glibc
import Synchronization

/// Certificates that a sheet names, sent by the built program to a back end of its own, and what arrived there.
final class Upload: Sendable {
    struct Row: Sendable {
        let cells: [String: String]
        var status: String { cells["gantry_status"] ?? "" }
        var error: String { cells["gantry_error"] ?? "" }
        var target: String { "\(cells["leave"] ?? "") \(cells["type"] ?? "")" }
        /// What is the same however often the run was interrupted.
        var lasting: [String] { ["file", "leave", "type", "gantry_status", "gantry_error"].map { cells[$0] ?? "" } }
    }

    /// Leaves of the computed records that take a certificate, found by an export of them.
    static let leaves = Once { () async throws -> [String] in
        let sandbox = try await Sandbox(records)
        let workspace = try Workspace("leaves")
        try BackEnd.cdblLMS.configure(workspace, sandbox.url)
        let file =
            "pipeline: leaves\nconnection: lms\ndatasets:\n  - { dataset: cdbl.leaves, outputs: [{ file: leaves.csv, format: csv }] }\n"
        try write(file, to: workspace.path + "/leaves.yaml")
        let words = [
            Product.binary, "run", workspace.path + "/leaves.yaml", "--period", "2026", "--workspace", workspace.path,
        ]
        try await Command(words, environment: BackEnd.cdblLMS.credentials).succeed()
        let script =
            "import csv,sys\nfor row in csv.DictReader(open(sys.argv[1],encoding='utf-8-sig',newline='')):\n if row['status'] not in ('CANCELLED','REJECTED'): print(row['id'])"
        let found = try await Command([
            Product.python, "-c", script, workspace.exports + "/leaves/2026/r1/data/leaves.csv",
        ]).succeed()
        return found.lines.map(String.init)
    }

    private static let records = [
        "--system", "cdbl-lms", "--entries", "\(Product.trials > 1 ? 230 * Product.trials : 160)", "--seed", "7",
    ]

    let folder: TestFolder
    let workspace: Workspace
    let sandbox: Sandbox
    /// The pipeline file; the shipped one unless a test needs another.
    let pipeline = Mutex(Product.root + "/Pipelines/certificates-upload.yaml")
    private let effectFile: String
    private let network: Network?

    /// - Parameter network: Where both ends run; the tests' own by default.
    init(faults: [String] = [], network: Network? = nil) async throws {
        self.network = network
        folder = try TestFolder("upload")
        workspace = try Workspace("upload")
        effectFile = folder.file("effects.jsonl")
        sandbox = try await Sandbox(
            Upload.records + ["--effects", effectFile] + faults.flatMap { ["--fault", $0] },
            wrapper: network?.wrapper ?? [])
        try FileManager.default.createDirectory(atPath: folder.file("scans"), withIntermediateDirectories: false)
        try BackEnd.cdblLMS.configure(workspace, sandbox.url)
    }

    func scan(_ name: String) -> String { folder.file("scans") + "/" + name }

    /// A certificate that differs from every other of another number, padded to a size.
    static func certificate(_ number: Int, bytes: Int = 2_000, filler: UInt8 = 0x20) -> [UInt8] {
        Array("%PDF-1.4\n% certificate \(number)\n".utf8) + [UInt8](repeating: filler, count: bytes)
            + Array("\nstartxref\n9\n%%EOF\n".utf8)
    }

    /// Makes so many certificates, and a sheet of them.
    func fill(_ count: Int, bytes: Int = 2_000, sheet: String = "october.csv", from first: Int = 0) async throws {
        let leaves = try await Upload.leaves.value
        guard leaves.count >= first + count else { throw HarnessError("There are only \(leaves.count) leaves.") }
        var text = "file,leave,type\r\n"
        for number in first..<first + count {
            try write(Upload.certificate(number, bytes: bytes), to: scan("scan-\(number).pdf"))
            text += "scan-\(number).pdf,\(leaves[number]),medical\r\n"
        }
        try write(text, to: folder.file(sheet))
    }

    func command(
        _ more: [String] = [], verb: String = "run", sheet: String = "october.csv", timeout: Duration = .seconds(90)
    ) -> Command {
        Command(
            (network?.wrapper ?? []) + [
                Product.binary, verb, pipeline.withLock { $0 }, "--sheet", folder.file(sheet), "--files",
                folder.file("scans"),
                "--workspace", workspace.path,
            ] + more,
            environment: BackEnd.cdblLMS.credentials, timeout: timeout)
    }

    func published(_ batch: String = "october", revision: Int = 1) -> String {
        "\(workspace.exports)/certificates-upload/\(batch)/r\(revision)"
    }
    func parts(_ batch: String = "october") -> String { "\(workspace.path)/parts/certificates-upload/\(batch)/r1" }

    /// The result sheet: the published one, or the one that a run which has not ended leaves.
    func results(_ batch: String = "october") async throws -> [Row] {
        let path = published(batch) + "/data/result.csv"
        return try await Upload.rows(exists(path) ? path : parts(batch) + "/result.csv")
    }

    static func rows(_ path: String, encoding: String = "utf-8-sig") async throws -> [Row] {
        let script = """
            import csv,json,sys
            csv.field_size_limit(1 << 30)
            print(json.dumps(list(csv.DictReader(open(sys.argv[1],encoding=sys.argv[2],newline='')))))
            """
        let found = try await Command([Product.python, "-c", script, path, encoding]).succeed()
        return try JSONDecoder().decode([[String: String]].self, from: Data(found.out.utf8)).map(Row.init)
    }

    func effects() throws -> [Effect] {
        try Effect.all(in: effectFile).filter { $0.endpoint == "certificate" }
    }

    /// The SHA-256 of files, by their names.
    func digests(_ names: [String]) async throws -> [String: String] {
        let script =
            "import hashlib,json,sys\nprint(json.dumps({n: hashlib.sha256(open(sys.argv[1]+'/'+n,'rb').read()).hexdigest() for n in sys.argv[2:]}))"
        let found = try await Command([Product.python, "-c", script, folder.file("scans")] + names).succeed()
        return try JSONDecoder().decode([String: String].self, from: Data(found.out.utf8))
    }

    /// What does not hold of a run at its end: each row done, and its file there once with the bytes that it has here.
    func broken(_ batch: String = "october", rows count: Int) async throws -> String? {
        let rows = try await results(batch)
        guard rows.count == count else { return "the result sheet has \(rows.count) rows of \(count)" }
        let digests = try await digests(rows.compactMap { $0.cells["file"] })
        let effects = try effects()
        for row in rows {
            let file = row.cells["file"] ?? ""
            let found = effects.filter { $0.target == row.target }
            if found.count > 1 { return "\(file) arrived \(found.count) times" }
            switch row.status {
            case "done":
                guard found.count == 1 else { return "\(file) is done and has not arrived" }
                guard found[0].sha256 == digests[file], found[0].fileName == file else {
                    return "\(file) arrived with other bytes or another name"
                }
            case "unknown": if row.error.isEmpty { return "\(file) is unknown without a reason" }
            default: return "\(file) is \(row.status): \(row.error)"
            }
        }
        return effects.count == Set(effects.map(\.target)).count ? nil : "something arrived twice"
    }
}

extension Effect {
    /// The place of a certificate.
    var target: String { "\(identity["id"] ?? "") \(identity["type"] ?? "")" }
    var fileName: String { identity["fileName"] ?? "" }
}
