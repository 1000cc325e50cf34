/// What shows that a list is whole, and what else a dataset is whatever the type of its records is.
public struct ListTraits: Sendable {
    /// Records in a request for a day of a list whose order is not unique, whatever the pipeline file says: as many as
    /// possible, since the pages of such a list can repeat and leave out records. It is fetched day by day, and a
    /// record that comes again means that another one is missing. `nil`, the default, for a list with a fixed order.
    public var unorderedPageSize: Int?
    /// Whether each record is of one day, and a request for a day gives exactly those of that day. The default is
    /// false.
    public var isByDay = false
    /// Stands for what the file says that describes it; `nil`, the default, for one that is compiled. It is part of the
    /// identity of a run.
    public var fileDigest: String?
    /// Stands for what the file says about which records the list has and how they follow each other; `nil`, the
    /// default, for a compiled dataset and one without an order. Runs that continue from others say the same.
    public var listDigest: String?
    /// Stands for what the file says about how a record is read; `nil`, the default, for a compiled dataset.
    public var readingDigest: String?
    /// Where in a record its key is, as the file says that describes it; `nil`, the default, for a compiled dataset.
    /// Keys from another place are other keys.
    public var keyPath: String?
    /// What asks for the list, and where an answer has it, as the file says that describes it: `GET /hours?sort=id`;
    /// `nil`, the default, for a compiled dataset. Two names for the same are one list.
    public var listRequest: String?
    /// Records in a page unless the pipeline file says otherwise; `nil`, the default, for 1,000 or as many as there can
    /// be.
    public var usualPageSize: Int?
    /// What shows that the list is whole. The default is whatever its answers say.
    public var proof = ListProof.answers
    /// Whether the answers must say how many records there are at least. Only the pages show that all have come. The
    /// default is false.
    public var statesLeast = false
    /// Whether its pages or records are counted from 1, as a file says that may be wrong: what the server has at 0 would
    /// be left out. The default is false.
    public var countsFromOne = false
    /// What the headers of its answers say about the list. The default is nothing.
    public var headers = AnswerHeaders()
    /// Whether a file says in which zone the times of its records are days. The default is false.
    public var hasDaysOfTimes = false
    /// Whether the server is asked for the day before the first one, since it begins after the day that it is given, and
    /// whether for the day after the last one. The default is false.
    public var asksBeyond = (first: false, last: false)
    /// What a period means for the records whatever the pipeline file says; `nil`, the default, where the file says it.
    public var periodRule: PeriodRule?
    /// Why an empty list need not mean that there are no records, as a sentence; `nil`, the default, where it does.
    public var whyEmptyIsDoubtful: String?
}
