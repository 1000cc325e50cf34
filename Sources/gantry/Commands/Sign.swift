internal import ArgumentParser
internal import FoundationEssentials
internal import GantryKit
internal import GantryProgram
internal import GantryTerminal

struct Sign: Action {
    static let configuration = CommandConfiguration(
        abstract: "Prepare or approve a payroll run, so that it can be delivered.",
        discussion: """
            Two people sign: one prepares, another approves, as sign-off in the pipeline file names them. Gantry verifies the export \
            folder, writes a statement about it, and enters the signature into the book of signatures. Who approves signs \
            the statement with a key on their own machine:
              ssh-keygen -Y sign -n gantry-sign-off -f ~/.ssh/id_ed25519 r1.statement

            Examples:
              gantry sign payroll-monthly/2026-10/r1 --by clerk
              gantry sign payroll-monthly/2026-10/r1 --by manager --signature r1.statement.sig
              gantry sign payroll-monthly/2026-10/r1 --withdraw --by clerk --because "Hours of the crane are wrong"

            Exit codes: 0 when signed, 3 when it was signed before, 4 when the folder or the book isn't what it was, 6 when \
            findings wait for a decision, 64 when the person or the signature can't be used.
            """)

    @OptionGroup var options: SignOffOptions

    @Option(help: ArgumentHelp("The signature that ssh-keygen made of the statement.", valueName: "file"))
    var signature: String?

    @Flag(help: "Take the signatures back; not after a delivery.")
    var withdraw = false

    @Option(help: ArgumentHelp("Why the signatures are taken back; at least 10 characters.", valueName: "text"))
    var because: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard withdraw == (because != nil) else {
            throw ValidationError("--withdraw and --because belong together: say why the signatures are taken back.")
        }
        guard !withdraw || signature == nil else {
            throw ValidationError("--signature is for signing, not for --withdraw.")
        }
    }

    func perform(_ session: Session) async throws -> Outcome {
        guard let because else { return try await options.perform(.sign(signature: signature), session) }
        return try await options.perform(.withdraw(because: because), session)
    }
}

struct Deliver: Action {
    static let configuration = CommandConfiguration(
        abstract: "Copy the payroll files of a signed run to the payroll program, once.",
        discussion: """
            Copies the files that the statement lists into an existing folder, never over a file with other bytes, and notes it in \
            the book of signatures. After a delivery only differences can be paid for the period. --receipt keeps what the payroll \
            program answered. --failed says that the files never arrived, so that they can be delivered again.

            Examples:
              gantry deliver payroll-monthly/2026-10/r1 --to /mnt/payroll --by clerk
              gantry deliver payroll-monthly/2026-10/r1 --receipt answer.pdf --by clerk
              gantry deliver payroll-monthly/2026-10/r1 --failed --because "The importer was down" --by clerk

            Exit codes: 0 when delivered, 3 when it was delivered before, 4 when a file isn't what was signed, 6 when the run \
            waits for a signature, 1 when the folder can't take a file.
            """)

    @OptionGroup var options: SignOffOptions

    @Option(help: ArgumentHelp("The folder that the payroll program reads.", valueName: "folder"))
    var to: String?

    @Option(help: ArgumentHelp("What the payroll program answered.", valueName: "file"))
    var receipt: String?

    @Flag(help: "The files never arrived.")
    var failed = false

    @Option(help: ArgumentHelp("Why the delivery failed; at least 10 characters.", valueName: "text"))
    var because: String?

    @OptionGroup var output: OutputOptions

    func validate() throws {
        guard [to != nil, receipt != nil, failed].count(where: { $0 }) == 1 else {
            throw ValidationError("Give one of --to, --receipt and --failed.")
        }
        guard failed == (because != nil) else {
            throw ValidationError("--failed and --because belong together: say why the delivery failed.")
        }
    }

    func perform(_ session: Session) async throws -> Outcome {
        if let to { return try await options.perform(.deliver(to: Deliver.absolute(to)), session) }
        if let receipt { return try await options.perform(.receipt(file: receipt), session) }
        return try await options.perform(.failed(because: because ?? ""), session)
    }

    /// The book names the folder, wherever the command was started.
    private static func absolute(_ path: String) -> String {
        var whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
        while whole.count > 1, whole.hasSuffix("/") { whole.removeLast() }
        return whole
    }
}
