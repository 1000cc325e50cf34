internal import GantryEngine
internal import GantryFiles
internal import GantryModel

/// The SHA-256 that each row of the journal carries, in hexadecimal: no database notices most flipped bits.
enum JournalHash {
    static func run(_ run: RunHead, identity: String) -> String {
        sha256(
            """
            \(run.id)
            \(run.snapshot.nanosecondsSince1970)
            \(run.startedAt.nanosecondsSince1970)
            \(run.corrects ?? 0)
            \(identity)
            """)
    }

    static func checkpoint(_ stage: StageID, sequence: Int, payload: String, tails: [UInt8]) -> String {
        sha256(Array("\(stage)\n\(sequence)\n\(payload.utf8.count)\n\(payload)".utf8) + tails)
    }

    /// - Parameter owner: the run, or the run and its stage.
    static func document(_ document: String, named name: String, of owner: String) -> String {
        sha256("\(owner)\n\(name.utf8.count)\n\(name)\(document)")
    }

    static func reject(_ item: JournaledReject, of stage: StageID) -> String {
        let reject = item.reject
        // Lengths keep a text from passing for the end of another.
        return sha256(
            """
            \(stage)
            \(item.ordinal) \(item.page) \(reject.index) \(reject.field.utf8.count) \(reject.found.utf8.count)
            \(reject.field)\(reject.found)\(reject.expected)
            """)
    }

    static func signature(_ line: String, number: Int, of pipeline: String) -> String {
        sha256("\(pipeline)\n\(number)\n\(line)")
    }

    private static func sha256(_ text: String) -> String { sha256(Array(text.utf8)) }

    static func sha256(_ bytes: [UInt8]) -> String {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10 }
        var digits: [UInt8] = []
        digits.reserveCapacity(64)
        for byte in SHA256Hasher.digest(of: bytes) {
            digits.append(digit(byte >> 4))
            digits.append(digit(byte & 15))
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension JournalError {
    /// What is done about a damaged part of an unfinished run.
    static let startOver: Advice =
        "Run again with \(.startOver) to fetch the batch again. Published exports are not affected."
    /// What is done about one that can't be fetched again.
    static let restore: Advice = "Restore the journal from a backup. Published exports are not affected."

    /// The error for content that doesn't match its hash.
    ///
    /// - Parameter what: names it, with the run that it belongs to.
    static func damaged(_ what: String, advice: Advice) -> JournalError {
        JournalError(.damaged, "\(what) in the journal is damaged: its content doesn't match its hash.", advice: advice)
    }
}
