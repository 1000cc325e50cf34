package import GantryEngine
package import GantryModel

/// What the report of a run that sends the rows of a sheet shows. Every figure was published in a file of the run.
package struct UploadReport: Sendable {
    package let facts: RunFacts
    /// What is sent, such as `ksr.certificate-uploads`.
    package let kind: String
    /// What became of the rows of the sheet.
    package var counts = LedgerCounts()
    /// Every finished run of the same sheet, this one included, in the order in which they finished.
    package var rounds: [Round] = []
    /// The sheet as it is now, all rounds together; `nil` where this is the only one, and where it isn't known which
    /// rows of one round are which of another.
    package var together: LedgerCounts?
    /// Rows of this run's sheet that aren't among those that were counted; and the first that were skipped, with what
    /// each is instead, as the totals of the run call it.
    package var notRead = NotRead()
    package var skipped: [(row: Int, kind: String, text: String)] = []
    /// The same of the sheet as it is now; `nil` where this is the only round.
    package var notReadTogether: NotRead?
    /// The columns of the sheet.
    package var columns: [String] = []
    /// Of the rows that were sent, those that a person should know something about, such as that nobody but a person
    /// says that the server has them.
    package var notes = 0
    /// Rows that are still open, those with something to know, and the first ones that were sent, each with its cells
    /// in the order of the columns.
    package var open: [Row] = []
    package var noted: [Row] = []
    package var sent: [Row] = []
    /// The first files that were sent, each with its row.
    package var pictures: [Gallery.Item] = []

    package init(_ facts: RunFacts, kind: String) {
        self.facts = facts
        self.kind = kind
    }

    /// Rows that nobody sent, since they aren't read.
    package struct NotRead: Equatable, Sendable {
        /// Those that are hidden in a workbook.
        package let hidden: Int
        /// Sums, remarks, repeated headings, and those that a person left out.
        package let skipped: Int

        package init(hidden: Int = 0, skipped: Int = 0) {
            self.hidden = hidden
            self.skipped = skipped
        }
    }

    /// A run that sent the rows of the sheet, or those that an earlier round refused.
    package struct Round: Sendable {
        package let run: RunID
        package let time: Instant
        package let counts: LedgerCounts
        package var notRead = NotRead()

        package init(run: RunID, time: Instant, counts: LedgerCounts) {
            self.run = run
            self.time = time
            self.counts = counts
        }
    }

    /// A row of the sheet.
    package struct Row: Sendable {
        /// Its number in the office's sheet.
        package let number: String
        package let cells: [String]
        /// What is wrong or should be known, or what the server calls what it has now.
        package let note: String

        package init(number: String, cells: [String], note: String) {
            self.number = number
            self.cells = cells
            self.note = note
        }
    }
}
