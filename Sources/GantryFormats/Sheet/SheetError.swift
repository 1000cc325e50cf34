public import GantryModel

/// A sheet that can't be read at all.
public struct SheetError: ExplainedError, Equatable {
    /// The class of the failure; an exit status is chosen for each.
    public enum Code: String, CaseIterable, Sendable {
        /// The header is missing: the file is empty or has only blank rows.
        case empty
        /// A workbook or something else that is not text.
        case notASheet = "not-a-sheet"
        /// A workbook doesn't have the sheet that was named.
        case noSuchTab = "no-such-tab"
        /// A workbook has several sheets with rows, and none was named.
        case severalTabs = "several-tabs"
        /// Its encoding is unknown or unsupported.
        case unknownEncoding = "unknown-encoding"
        /// Nothing in the file proves its encoding, and no caller has set one.
        case encodingNotCertain = "encoding-not-certain"
        /// The file itself states another encoding or delimiter than was set.
        case contradicted
        /// A `sep=` line with a delimiter that is not read.
        case unknownDelimiter = "unknown-delimiter"
        /// The header row is unusable like any other row could be.
        case headerUnusable = "header-unusable"
        /// A quote that is never closed, so that the rows after it can't be separated.
        case openQuote = "open-quote"
        /// Two columns of one name.
        case columnRepeated = "column-repeated"
        /// A change beside the sheet of a row or a column that it doesn't have.
        case unmetChange = "unmet-change"
        /// More columns than are allowed.
        case tooManyColumns = "too-many-columns"
    }

    /// What kind of failure it is.
    public let code: Code
    /// What is wrong with the sheet, as a sentence that names it.
    public let explanation: String
    /// The first cells with more than ASCII in each encoding that the sheet can have, where none is certain.
    public let details: [String]
    /// The encodings that it can have, where none is certain.
    public let encodings: [SheetDialect.Encoding]
    /// What to do about the sheet, as a sentence.
    public let advice: Advice?
    /// Always false: the same bytes give the same answer.
    public var isRetryable: Bool { false }

    /// Whether it is about the row that was taken for the header, where another may be meant.
    var isAboutRows: Bool {
        [.headerUnusable, .columnRepeated, .tooManyColumns, .openQuote].contains(code)
    }

    /// - Parameter reason: what is wrong, without the file and without a full stop.
    init(
        _ code: Code, at path: String, _ reason: String, details: [String] = [],
        encodings: [SheetDialect.Encoding] = [], advice: Advice
    ) {
        self.details = details
        self.encodings = encodings
        self.code = code
        self.advice = advice
        explanation = "Sheet \"\(singleLine(path, limit: 300))\": \(reason)."
    }
}

extension SheetError: CustomStringConvertible {
    /// The explanation.
    public var description: String { explanation }
}
