/// Which fields of a dataset are what pay goes by: its records are read as work entries.
public struct EntryRoles: Sendable, Equatable {
    /// The field with the key of the worker.
    public var employee: String
    /// The field with the day of the work.
    public var date: String
    /// Where the hours are.
    public var hours: HoursRole
    /// What says that an entry may be paid; `nil` where nothing does, so that all are drafts.
    public var status: StatusRole?
    /// The fields of the others, where there are any.
    public var others: [Other: String]

    /// Roles of these fields.
    public init(
        employee: String, date: String, hours: HoursRole, status: StatusRole? = nil, others: [Other: String] = [:]
    ) {
        self.employee = employee
        self.date = date
        self.hours = hours
        self.status = status
        self.others = others
    }

    /// A role that a dataset can do without.
    public enum Other: String, CaseIterable, Sendable {
        case project, task, note, submitted
        case approvedAt = "approved-at"
        case approvedBy = "approved-by"
    }

    /// Where the hours of a record are.
    public enum HoursRole: Sendable, Equatable {
        /// A field for each kind of hours.
        case fields([PayQuantity: String])
        /// One field with an amount, all of one kind.
        case amount(String, KindRole?)
        /// The time from a start to an end, without a pause, in minutes unless its field has a unit; all of one kind.
        case times(start: String, end: String, pause: String?, KindRole?)
    }

    /// What says of which kind the hours of a record are. Without one they are normal hours.
    public struct KindRole: Sendable, Equatable {
        /// The field with the word.
        public var field: String
        /// The kind for each word; an entry with another word is held.
        public var words: [String: PayQuantity]

        /// A field with these words.
        public init(field: String, words: [String: PayQuantity]) {
            self.field = field
            self.words = words
        }
    }

    /// What says how far a record is.
    public struct StatusRole: Sendable, Equatable {
        /// The field with the word.
        public var field: String
        /// The words for each status; a record with another word, or with none, is a draft.
        public var words: [String: WorkEntry.Status]

        /// A field with these words.
        public init(field: String, words: [String: WorkEntry.Status]) {
            self.field = field
            self.words = words
        }
    }

    /// The word that says of which kind hours are; `nil` where all are normal hours.
    public var kind: KindRole? {
        switch hours {
        case .fields: nil
        case .amount(_, let kind), .times(_, _, _, let kind): kind
        }
    }

    /// The kinds of hours that an entry can have.
    public var quantities: Set<PayQuantity> {
        if case .fields(let fields) = hours { return Set(fields.keys) }
        return kind.map { Set($0.words.values) } ?? [.normal]
    }

    /// The roles whose fields can be missing without anybody seeing it, with those fields. Where the only field of hours
    /// is missing, no entry can be used.
    var silent: [(role: SilentRole, field: String)] {
        SilentRole.allCases.compactMap { role in
            let field: String? =
                switch (role, hours) {
                case (.normal, .fields(let fields)): fields[.normal]
                case (.overtime, .fields(let fields)): fields[.overtime]
                case (.weekend, .fields(let fields)): fields[.weekend]
                case (.pause, .times(_, _, let pause, _)): pause
                case (.project, _): others[.project]
                case (.approvedBy, _): others[.approvedBy]
                case (.normal, _), (.overtime, _), (.weekend, _), (.pause, _): nil
                }
            return field.map { (role, $0) }
        }
    }

    /// Each role with its fields and words, as a pipeline file names them, in the order of the page that explains them.
    public var settings: [(name: String, value: String)] {
        var list = [("employee", employee), ("date", date)]
        func add(_ kind: KindRole?) {
            guard let kind else { return }
            list.append(("hours.kind", kind.field))
            for (word, quantity) in kind.words.sorted(by: { $0.key < $1.key }) {
                list.append(("hours.kinds.\(word)", quantity.rawValue))
            }
        }
        switch hours {
        case .fields(let fields):
            for quantity in PayQuantity.allCases {
                if let field = fields[quantity] { list.append(("hours.\(quantity.rawValue)", field)) }
            }
        case .amount(let field, let kind):
            list.append(("hours.amount", field))
            add(kind)
        case .times(let start, let end, let pause, let kind):
            list += [("hours.start", start), ("hours.end", end)] + (pause.map { [("hours.pause", $0)] } ?? [])
            add(kind)
        }
        if let status {
            list.append(("status", status.field))
            for (word, value) in status.words.sorted(by: { $0.key < $1.key }) {
                list.append(("status.\(word)", value.name))
            }
        }
        return list + Other.allCases.compactMap { role in others[role].map { (role.rawValue, $0) } }
    }
}

/// Which fields of a dataset are what pay needs of workers.
public struct WorkerRoles: Sendable, Equatable {
    /// The field with the key to which entries refer.
    public var id: String
    /// The fields that make up the name, with a space between them.
    public var name: [String]
    /// The field with what an hour at the normal rate pays.
    public var rate: String?
    /// The field with the number by which payroll knows the worker.
    public var payrollNumber: String?
    /// The field with the currency of the rate.
    public var currency: String?

    /// Roles of these fields.
    public init(
        id: String, name: [String], rate: String? = nil, payrollNumber: String? = nil, currency: String? = nil
    ) {
        self.id = id
        self.name = name
        self.rate = rate
        self.payrollNumber = payrollNumber
        self.currency = currency
    }

    /// Each role with its fields, as a pipeline file names them.
    public var settings: [(name: String, value: String)] {
        [
            ("id", id), ("name", name.joined(separator: " ")), ("rate", rate), ("payroll-number", payrollNumber),
            ("currency", currency),
        ].compactMap { name, value in value.map { (name, $0) } }
    }
}
