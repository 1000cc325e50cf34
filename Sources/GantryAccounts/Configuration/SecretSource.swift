package import GantryModel
internal import GantryYAML

/// Where a credential comes from.
public enum SecretSource: Sendable, Equatable {
    /// The value of an environment variable.
    case environment(String)
    /// A file that only its owner, this user, can read; an absolute path, or one from the working directory. At most 64
    /// KiB; one line break at its end is ignored.
    case file(String)
    /// What a program prints within 10 s, with its arguments and without a shell; at most 64 KiB; one line break at its
    /// end is ignored.
    case command([String])
    /// A credential of the systemd service that this process is: the file of that name in `$CREDENTIALS_DIRECTORY`.
    case systemd(String)
    /// A value that is not a secret, written in the file itself.
    case literal(String)

    static let byteLimit = 64 * 1024

    /// - Throws: `SecretProblem`, which names the source and never what it held.
    package func read(environment: [String: String], timeout: Duration = .seconds(10)) throws(SecretProblem) -> Secret {
        switch self {
        case .literal(let text): return Secret(text)
        case .environment(let name):
            guard let value = environment[name] else {
                throw SecretProblem("the environment variable \(name) is not set.", advice: "Set it and try again.")
            }
            guard !value.isEmpty else {
                throw SecretProblem("the environment variable \(name) is empty.", advice: "Set it and try again.")
            }
            return Secret(value)
        case .file(let path): return try SecretSource.file(path, .secret)
        case .systemd(let name):
            guard let folder = environment["CREDENTIALS_DIRECTORY"], folder.hasPrefix("/") else {
                throw SecretProblem(
                    "the systemd credential \(name) is available only to a service, and CREDENTIALS_DIRECTORY is not set.",
                    advice: "Run Gantry as a service with LoadCredential=\(name):PATH in its unit.")
            }
            return try SecretSource.file(folder + "/" + name, .credential)
        case .command(let words):
            let program = singleLine(words.first ?? "", limit: 4_000)
            let advice: Advice = "Run the command by hand to see why."
            switch CommandOutput.read(words, limit: SecretSource.byteLimit, timeout: timeout) {
            case .output(let bytes): return try SecretSource.trimmed(bytes, "the output of \(program)")
            case .failed(let how):
                throw SecretProblem("the command \(program) \(how).", advice: advice, isRetryable: true)
            case .notStarted(let why):
                throw SecretProblem("the command \(program) can't be started: \(why).", advice: "Check its path.")
            case .tooLong:
                throw SecretProblem("the command \(program) prints more than 64 KiB.", advice: advice)
            }
        }
    }

    private static func file(_ path: String, _ guarding: BoundedFile.Guarding) throws(SecretProblem) -> Secret {
        let bytes: [UInt8]
        do {
            bytes = try BoundedFile.read(path, limit: byteLimit, guarding: guarding)
        } catch {
            throw SecretProblem("the file \(singleLine(path, limit: 4_000)) \(error.sentence)", advice: error.advice)
        }
        return try trimmed(bytes, "the file \(singleLine(path, limit: 4_000))")
    }

    private static func trimmed(_ bytes: [UInt8], _ what: String) throws(SecretProblem) -> Secret {
        var rest = bytes[...]
        if rest.last == 0x0A {
            rest = rest.dropLast()
            if rest.last == 0x0D { rest = rest.dropLast() }
        }
        guard !rest.isEmpty else { throw SecretProblem("\(what) is empty.", advice: nil) }
        guard !rest.contains(where: { $0 == 0 || $0 == 0x0A || $0 == 0x0D }) else {
            throw SecretProblem("\(what) has more than one line.", advice: "It must contain nothing but the secret.")
        }
        guard let text = String(validating: rest, as: UTF8.self) else {
            throw SecretProblem("\(what) is not UTF-8 text.", advice: nil)
        }
        return Secret(text)
    }
}

extension SecretSource {
    /// Reads a secret of something in gantry.yaml.
    ///
    /// - Parameters:
    ///   - key: what the file calls the secret: `password`.
    ///   - kind: what it is of: `connection`.
    ///   - name: what the file calls that.
    /// - Throws: `ConfigurationError` with code `secret`; it names the source, never what was in it.
    package func value(
        of key: String, kind: String, named name: String, environment: [String: String]
    ) throws(ConfigurationError) -> Secret {
        do {
            return try read(environment: environment)
        } catch {
            throw ConfigurationError(
                .secret, file: "\(name).\(key)",
                explanation: "The \(key) of the \(kind) \(name) can't be read: \(error.explanation)",
                advice: error.advice, isRetryable: error.isRetryable)
        }
    }
}

/// Why a secret can't be read from its source: the end of a sentence.
package struct SecretProblem: Error {
    package let explanation: String
    package let advice: Advice?
    package let isRetryable: Bool

    init(_ explanation: String, advice: Advice?, isRetryable: Bool = false) {
        self.explanation = explanation
        self.advice = advice
        self.isRetryable = isRetryable
    }
}
