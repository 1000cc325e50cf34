internal import GantryEngine
internal import GantryModel
internal import GantryTerminal
internal import Glibc

/// Asks a person on the terminal, or reads lines from standard input if it isn't a terminal.
struct Prompts {
    let console: Console
    let isTerminal = isatty(STDIN_FILENO) == 1
    /// What ends the waiting for an answer; `nil` where signals end the process.
    private let stop: StopRequest?

    init(_ console: Console, stop: StopRequest? = nil) {
        self.console = console
        self.stop = stop
    }

    /// Whether a person sees what is asked and can answer.
    static func hasPerson(_ console: Console, _ output: OutputOptions) -> Bool {
        isatty(STDIN_FILENO) == 1 && console.isOutTerminal && !output.isJSON && !output.isQuiet
    }

    /// Whether a person answers a question with the whole word.
    func confirms(_ question: String) throws -> Bool {
        try answer("answer", question + " Type yes: ", isSecret: false, all: [], standard: "no").lowercased() == "yes"
    }

    /// The answer to a question, without the line's end.
    ///
    /// - Parameters:
    ///   - question: asked on a terminal; on standard input the lines come in order.
    ///   - isSecret: whether what is typed stays unseen.
    ///   - all: what all questions of the command ask for, for the message when standard input ends too early.
    ///   - standard: what an empty line stands for; `nil`, the default, where it is no answer. A terminal is then asked
    ///     again.
    /// - Throws: `UsageError` when standard input ends before the answer; `PromptStopped` for Ctrl-C.
    func answer(
        _ name: String, _ question: String, isSecret: Bool, all: [String], standard: String? = nil
    ) throws -> String {
        while true {
            if isTerminal { ask(question) }
            guard let text = isTerminal && isSecret ? try unseenLine() : try line() else { break }
            if !text.isEmpty { return text }
            if let standard { return standard }
            guard isTerminal else { break }
            console.log(["The \(name) can't be empty. Ctrl-C ends."])
        }
        throw missing(name, all)
    }

    /// Shows a question, folded where the terminal is narrow, with the cursor behind it.
    private func ask(_ question: String) {
        let text = String(question.reversed().drop { $0 == " " }.reversed())
        console.log(console.errorStyle.fitted([text]).joined(separator: "\n") + " ")
    }

    private func missing(_ name: String, _ all: [String]) -> UsageError {
        if isTerminal { return UsageError("The \(name) is missing.", advice: "Run the command again and type it.") }
        return UsageError(
            "The \(name) is missing: standard input isn't a terminal and ended first.",
            advice:
                "Run the command in a terminal, or give on standard input one line for each of: \(all.joined(separator: ", "))."
        )
    }

    /// Reads byte by byte, so that nothing is taken that belongs to the next question; `nil` at the end of input.
    private func line() throws -> String? {
        var bytes: [UInt8] = []
        while let byte = try byte() {
            if byte == 0x0A { return text(bytes) }
            guard bytes.count < 65_536 else {
                throw UsageError(
                    "A line of standard input is longer than 64 KiB.", advice: "Give the credential alone.")
            }
            bytes.append(byte)
        }
        return bytes.isEmpty ? nil : text(bytes)
    }

    private func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.last == 0x0D ? bytes.dropLast() : bytes[...], as: UTF8.self)
    }

    private func unseenLine() throws -> String? {
        var before = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else {
            throw UsageError(
                "The terminal can't hide what you type.",
                advice: "Give the credentials on standard input.")
        }
        var quiet = before
        // Keys that would stop the program are read as keys, so that it never ends while the terminal shows nothing.
        quiet.c_lflag &= ~tcflag_t(ECHO | ICANON | ISIG)
        guard unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &quiet) == 0 else {
            throw UsageError(
                "The terminal can't hide what you type.",
                advice: "Give the credentials on standard input.")
        }
        defer {
            _ = unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
            console.log("\n")
        }
        var line = PasswordPrompt()
        while let byte = try byte() {
            switch line.take(byte) {
            case .goesOn: continue
            case .done: return line.text
            case .cancelled: throw PromptStopped()
            }
        }
        return nil
    }

    /// Waits until something can be read, where somebody else notices Ctrl-C.
    private func waitForInput() throws {
        guard let stop else { return }
        var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
        while unsafe poll(&input, 1, 200) == 0 {
            if stop.isRequested { throw PromptStopped() }
        }
        if stop.isRequested { throw PromptStopped() }
    }

    private func byte() throws -> UInt8? {
        var byte: UInt8 = 0
        while true {
            try waitForInput()
            let count = unsafe read(STDIN_FILENO, &byte, 1)
            if count == 1 { return byte }
            if count == 0 { return nil }
            guard errno == EINTR else {
                throw UsageError(
                    "Standard input can't be read: \(unsafe String(cString: strerror(errno))).",
                    advice: "Run the command in a terminal, or give it the credentials on standard input.")
            }
        }
    }
}

/// Somebody pressed Ctrl-C at a prompt.
struct PromptStopped: ExplainedError {
    var explanation: String { "Stopped at the question, of which nothing came." }
    var advice: Advice? { nil }
    var isRetryable: Bool { true }
}
