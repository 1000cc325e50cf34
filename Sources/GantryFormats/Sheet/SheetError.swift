public import GantryModel

/// A sheet that can't be read at all.
public struct SheetError: ExplainedError, Equatable {
    /// The class of the failure; a struct, so that a new class breaks no `switch`.
    public struct Code: RawRepresentable, Hashable, Sendable {
        /// The word that programs go by: `empty`.
        public let rawValue: String
        /// Any word makes a code; those in use are below.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no header: no byte, or blank rows only.
        public static let empty = Code(rawValue: "empty")
        /// A workbook or something else that is no text.
        public static let notASheet = Code(rawValue: "not-a-sheet")
        /// Its encoding can't be told, or is one that is not read.
        public static let unknownEncoding = Code(rawValue: "unknown-encoding")
        /// The file itself says another encoding or delimiter than was set.
        public static let contradicted = Code(rawValue: "contradicted")
        /// A `sep=` line with a delimiter that is not read.
        public static let unknownDelimiter = Code(rawValue: "unknown-delimiter")
        /// The header row is unusable like any other row could be.
        public static let headerUnusable = Code(rawValue: "header-unusable")
        /// A quote that is left open, so that the rows behind it can't be told apart.
        public static let openQuote = Code(rawValue: "open-quote")
        /// A column without a name.
        public static let columnUnnamed = Code(rawValue: "column-unnamed")
        /// Two columns of one name.
        public static let columnRepeated = Code(rawValue: "column-repeated")
        /// More columns than are allowed.
        public static let tooManyColumns = Code(rawValue: "too-many-columns")
    }

    /// What kind of failure it is.
    public let code: Code
    /// The file, as the caller gave it.
    public let path: String
    /// What is wrong with the sheet, as a sentence that names it.
    public let explanation: String
    /// What to do about the sheet, as a sentence.
    public let advice: String?
    /// Always false: the same bytes give the same answer.
    public var isRetryable: Bool { false }

    /// - Parameter reason: what is wrong, without the file and without a full stop.
    init(_ code: Code, _ path: String, _ reason: String, advice: String) {
        self.code = code
        self.path = path
        self.advice = advice
        explanation = "Sheet \"\(singleLine(path, limit: 300))\": \(reason)."
    }
}

extension SheetError: CustomStringConvertible {
    /// The explanation with the advice behind it.
    public var description: String { advice.map { explanation + " " + $0 } ?? explanation }
}
