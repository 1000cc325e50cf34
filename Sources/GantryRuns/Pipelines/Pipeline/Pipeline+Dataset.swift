internal import GantryModel
public import GantryOutputs

extension Pipeline {
    /// A dataset that is exported unchanged. `Pipelines/customers-and-workers.yaml` shows its keys with comments.
    public struct Dataset: Sendable, Equatable {
        /// `dataset`: a name in the catalog, `ksr.customers`.
        public var name: String
        /// `page-size`: records per request. The default is 1,000, or the most that the dataset takes.
        public var pageSize: Int
        /// `filters`, in the order of the dataset's own list.
        public var filters: [Filter]
        /// `for-each`: one request for each key that an earlier dataset of the file gives; `nil` if the dataset is a
        /// list.
        public var forEach: KeySource?
        /// `within: period`: only records that are about a day of the run's period. Off by default.
        public var isWithinPeriod = false
        /// `since: last-run`: only records that the last published run did not process. Off by default.
        public var isSinceLastRun = false
        /// Whether the dataset itself leaves records out. The default is false.
        package var excludesRecords = false
        /// In the file's order; at least one.
        public var outputs: [Output]

        /// The dataset's name without its system, which names its files among the parts.
        public var shortName: String { String(name.drop { $0 != "." }.dropFirst()) }

        /// Whether a column shows something of a joined record.
        package var showsJoin: Bool {
            outputs.contains { $0.columns.contains { $0.field.join != nil } }
        }

        /// Whether records that the server sends can be left out. The archive is then another file than the landing.
        package var leavesOut: Bool { isWithinPeriod || isSinceLastRun || excludesRecords }

        /// The Zstandard archive that the landing becomes; `nil` if there is none, or if it holds less.
        package var archive: String? { leavesOut ? nil : outputs.first(where: \.isLandingArchive)?.file }
    }

    /// `within` of a dataset.
    public enum Within: String, Sendable, CaseIterable {
        case period
    }

    /// `since` of a dataset.
    public enum Since: String, Sendable, CaseIterable {
        case lastRun = "last-run"
    }

    /// A value that narrows what is fetched.
    public struct Filter: Sendable, Equatable {
        /// A filter of the dataset, as the catalog names it.
        public var name: String
        /// The value as the file spells it, already checked against the filter's kind.
        public var value: String

        /// A filter with the given values, which are not checked.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// Where the keys of single requests come from.
    public enum KeySource: Sendable, Equatable {
        /// `for-each: ksr.tasks`: the ids of an earlier dataset's records, in its order; `[vynqtalk.users,
        /// vynqtalk.current-user]`: those of several, one after the other, each once.
        case datasets([String])
        /// `for-each: { dataset: redmine.time-entries, field: issue_id }`: what a field of an earlier dataset's records
        /// holds, each value once, without empty ones.
        case field(String, of: String)
        /// `for-each: { file: ids.csv }`: the first column of a CSV file, under its heading.
        case file(String)
    }
}
