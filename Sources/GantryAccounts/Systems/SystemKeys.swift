internal import GantryConnectors
internal import GantryModel
internal import GantryYAML

/// The keys of a system file, part by part: the reader takes them from here, and so does its JSON Schema.
enum SystemKeys {
    static let top: [DocumentKey] = [
        DocumentKey(
            "system", .line(pattern: ValueShape.plainName),
            help: "Its name in gantry.yaml, and the part before the point in the names of its datasets."),
        DocumentKey(
            "extends", .words(Systems.builtIn.all.map(\.name)),
            help: "In place of system: the system that is built in, to which the datasets of the file are added."),
        DocumentKey("title", .line(), help: "Its name for people."),
        DocumentKey(
            "environments", .map(.line(), names: "^(development|staging|production)$", canBeEmpty: false),
            help: "The addresses that a connection can name by a word. Without it a connection gives its address."),
        DocumentKey("zone", .line(), help: "The zone of times and days that don't say theirs: Europe/Copenhagen."),
        DocumentKey("sign-in", .group(signIn), help: "How every request says whose it is."),
        DocumentKey("requests", .group(requests), help: "What all requests have in common."),
        DocumentKey(
            "datasets", .map(.group(dataset), names: ValueShape.plainName, canBeEmpty: false), required: true,
            help: "What can be exported, by name."),
        DocumentKey(
            "submissions", .map(.group(submission), names: ValueShape.plainName, canBeEmpty: false),
            help: "What can be sent, by name."),
    ]

    /// The keys of a file that adds datasets to a system.
    static let extending = top.filter { ["extends", "zone", "datasets"].contains($0.name) }

    static let rules: [GroupRule] =
        [.exactlyOne(["system", "extends"]), .needs("system", "title"), .needs("system", "sign-in")]
        + top.filter { key in key.name != "system" && !extending.contains { $0.name == key.name } }
        .map { .notBoth("extends", $0.name) }

    // MARK: Requests

    static let requests: [DocumentKey] = [
        DocumentKey("headers", .map(.text), help: "What every request carries, such as X-Requested-With."),
        DocumentKey(
            "errors", .group(errors), help: "How the server reports a failure."),
        DocumentKey(
            "failed", .group(failed),
            help: "What an answer says whose status is a success, where the request failed: state is FAILED."),
        DocumentKey(
            "rate", .line(pattern: RequestRate.pattern),
            help: "How many requests of a connection may start in a second or minute: 5/s or 100/min."),
        DocumentKey(
            "sensitive", .list(.line(), isUnique: true),
            help: "Keys that are cut out of every record before it is stored, besides those that always are."),
    ]

    static let errors: [DocumentKey] = [
        DocumentKey("message", .line(), help: "Where a refusal says why: a text, or a list of texts."),
        DocumentKey("code", .line(), help: "Where a refusal has its code."),
        DocumentKey(
            "wait", .group(wait), help: "Where an answer 429 or 503 without Retry-After says how long to wait."),
    ]

    static let waitUnits = [TimeUnit.seconds.rawValue, TimeUnit.milliseconds.rawValue]

    static let wait: [DocumentKey] = [
        DocumentKey("at", .line(), required: true, help: "Where the number is: error.retry_in."),
        DocumentKey("unit", .words(waitUnits), required: true, help: "What it counts."),
    ]

    static let failed: [DocumentKey] = [
        DocumentKey("at", .line(), required: true, help: "Where an answer says it: meta.state."),
        DocumentKey(
            "is", .either([.text, .list(.text)]), required: true,
            help: "The text, number or flag there that means it, or some of them."),
    ]

    // MARK: Datasets

    static let dataset: [DocumentKey] = [
        DocumentKey("help", .line(), required: true, help: "What the records are, in a sentence."),
        DocumentKey("get", .line(), help: "The path below the address."),
        DocumentKey(
            "post", .line(), help: "The path in place of get, for a list that is a search, which changes nothing."),
        DocumentKey("query", .map(.text), help: "What every request asks: the order, above all."),
        DocumentKey(
            "body", .map(.shared("body")),
            help:
                "What every search says. The parameters of paging, period, since and filters stand in it too, at the place that their name says: page.size."
        ),
        DocumentKey(
            "records", .text, help: "Where the answer has the list of records; \"\" if the answer is the list."),
        DocumentKey("record", .text, help: "Where the answer has its one record; \"\" if the answer is the record."),
        DocumentKey(
            "key", .line(),
            help: "The field that tells one record from another; none only where record is the only one."),
        DocumentKey(
            "paging", .either([.words(["none"]), .group(paging)]), required: true,
            help: "How the pages follow each other; none for a list in one answer."),
        DocumentKey(
            "total", .either([.line(), .group(total)]), required: true,
            help:
                "Where the answer says how many records the whole list has; none where it doesn't: pages are then read twice."
        ),
        DocumentKey(
            "proof", .group([DocumentKey("none", .line(), required: true, help: "Why that will do.")]),
            help: "That pages without a total are read only once, so that nothing shows that all have come."),
        DocumentKey(
            "state", .group([DocumentKey("header", .line(), required: true, help: "The header that has it.")]),
            help: "What changes with any record of the list, such as the header ETag: a list that changes is noticed."),
        DocumentKey("period", .group(period), help: "Which day a record is of, and how the server is asked for days."),
        DocumentKey(
            "since", .group(since), help: "By which field a later run goes on, and how the server is asked for that."),
        DocumentKey("filters", .map(.group(filter)), help: "What a pipeline file can narrow the list by."),
        DocumentKey(
            "leave-out", .group(leaveOut),
            help: "Which records of the list are none, such as those that were removed: excluded, and counted."),
        DocumentKey(
            "fields", .map(.either([.group(field), .group([])]), canBeEmpty: false), required: true,
            help: "The fields of a record in the order of columns, by name."),
        DocumentKey("keep", .line(), help: "How long an answer may be used again: 1h."),
    ]

    static let paging: [DocumentKey] = [
        DocumentKey("offset", .line(), help: "The parameter with the number of records before the page."),
        DocumentKey("page", .line(), help: "The parameter with the number of the page."),
        DocumentKey(
            "next", .either([.line(), .group(next)]),
            help: "Where an answer has the whole or relative address of the next page: a path, or a header."),
        DocumentKey("cursor", .line(), help: "Where an answer has what the request for the next page must say."),
        DocumentKey(
            "after", .line(),
            help: "The field by which the list is sorted: the next page is what comes behind that of the last record."),
        DocumentKey("query", .line(), help: "The parameter that carries the cursor, or the value of after."),
        DocumentKey("from", .whole(0...1), help: "What the first page has there: 0 or 1."),
        DocumentKey("limit", .line(), help: "The parameter with the most records of a page."),
        DocumentKey("size", .whole(1...100_000), required: true, help: "How many records are asked for."),
        DocumentKey("most", .whole(1...100_000), help: "How many the server gives at most. The default is size."),
        DocumentKey(
            "ends", .words(["empty", "short"]), standard: .text("empty"),
            help: "Which page is the last of a list without a total: one without records, or one with fewer than size."),
        DocumentKey("states-limit", .line(), help: "Where the answer says how many records a page can have."),
        DocumentKey("states-offset", .line(), help: "Where the answer says how many records are before it."),
        DocumentKey("states-page", .line(), help: "Where the answer says which page it is."),
        DocumentKey("states-pages", .line(), help: "Where the answer says how many pages there are."),
    ]

    /// What `paging` can be, for messages.
    static let pagingForms =
        "none for a list in one answer, or { offset: …, limit: …, size: … }, { page: …, limit: …, size: … }, { next: …, size: … }, { cursor: …, query: …, size: … } or { after: …, query: …, size: … }"

    static let total: [DocumentKey] = [
        DocumentKey("header", .line(), help: "The header of every answer that has it."),
        DocumentKey("head", .line(), help: "The header of the answer to HEAD that has it."),
        DocumentKey(
            "get", .line(), help: "The path of another request whose answer has it; it is narrowed like the list."),
        DocumentKey("at", .line(), help: "Where the answer to get has it: a path."),
        DocumentKey(
            "lower-bound", .line(),
            help: "Where the answer says how many records there are at least. Only the pages show that all have come."),
    ]

    /// What `total` can be, for messages.
    static let totalForms =
        "total_count, { header: X-Total-Count }, { head: X-Total-Count }, { get: /hours/count, at: total } or { lower-bound: found }; none where it doesn't"

    static let next: [DocumentKey] = [
        DocumentKey("header", .line(), help: "The header that has the address."),
        DocumentKey("link", .words(["next"]), help: "The relation in the header Link (RFC 8288)."),
    ]

    static let since: [DocumentKey] = [
        DocumentKey(
            "field", .line(), required: true, help: "A time or whole number that grows with each new or changed record."
        ),
        DocumentKey(
            "query", .map(.line(), canBeEmpty: false),
            help:
                "What a request says, with {since}, {since:unix}, {since:unix-ms} or {since:day}. Without it the whole list is fetched, and what the last run had is left out."
        ),
    ]

    static let period: [DocumentKey] = [
        DocumentKey("day", .line(), required: true, help: "The field with the day of a record."),
        DocumentKey(
            "query", .map(.line(), canBeEmpty: false),
            help:
                "How the server is asked for the days from {from} to {to}. Without it the whole list is fetched, and records of other days are left out."
        ),
    ]

    static let leaveOutTests = ["is", "is-there", "starts", "ends"]

    static let leaveOut: [DocumentKey] = [
        DocumentKey(
            "at", .either([.line(), .list(.text)]), required: true, help: "Where the value is that shows it: deleted."),
        DocumentKey("is", .either([.text, .list(.text)]), help: "The text, number or flag there, or some of them."),
        DocumentKey("is-there", .flag, help: "true: anything but null and false is there."),
        DocumentKey("starts", .line(), help: "How the text there begins."),
        DocumentKey("ends", .line(), help: "How the text there ends."),
    ]

    static let filter: [DocumentKey] = [
        DocumentKey("help", .line(), required: true, help: "What it narrows the list to, in a sentence."),
        DocumentKey("type", .words(filterTypes), standard: .text("text"), help: "What its value is."),
        DocumentKey("one-of", .list(.text, isUnique: true), help: "The values that it can have."),
        DocumentKey("query", .line(), help: "Its parameter. The default is its name."),
        DocumentKey(
            "field", .line(),
            help:
                "The field that has its value in every record that is let through. It shows that the server knows the filter."
        ),
        DocumentKey("required", .flag, standard: .flag(false), help: "Whether the server needs it."),
    ]

    static let filterTypes = ["text", "integer", "date"]

    static let types = ["text", "integer", "decimal", "money", "date", "time", "flag", "link", "duration"]

    private static let valueField: [DocumentKey] = [
        DocumentKey(
            "at", .either([.line(), .list(.text), .group(dateParts)]),
            help:
                "Where it is: user.id, tags[0], custom_fields[name=Approval].value. The default is its name. For a date also year, month and day."
        ),
        DocumentKey("type", .words(types), standard: .text("text"), help: "What it holds."),
        DocumentKey("required", .flag, standard: .flag(false), help: "Whether a record without it can't be used."),
        DocumentKey(
            "one-of", .either([.list(.text, isUnique: true), .map(.line(), canBeEmpty: false)]),
            help: "The words that it can be, or the server's codes with the word for each."),
        DocumentKey(
            "unit", .words(TimeUnit.allCases.map(\.rawValue) + ["iso", "h:mm"]),
            help: "What a number or duration counts; of a duration also iso (PT7H30M) and h:mm."),
        DocumentKey(
            "format", .line(),
            help: "How a date or time is spelled: DD.MM.YYYY hh:mm, with * at the end; unix, unix-ms."),
        DocumentKey(
            "zone", .line(), help: "The zone of a time that doesn't say its own, and in which a time is a day."),
        DocumentKey("help", .line(), help: "What it means, in a sentence."),
    ]

    /// What a field of a record can say.
    static let field =
        valueField + [
            DocumentKey(
                "list", .map(.either([.group(elementField), .group([])]), canBeEmpty: false),
                help: "The fields of the records in a list, which become rows of their own."),
            DocumentKey(
                "names", .line(),
                help:
                    "The field of another dataset that has the same values: services.name. One field of a dataset can have it."
            ),
        ]

    /// What a field of a record in a list can say.
    static let elementField =
        valueField + [
            DocumentKey(
                "of", .line(), help: "The key of the record that holds the list, in place of a value of its own.")
        ]

    static let dateParts: [DocumentKey] = [
        DocumentKey("year", .line(), required: true, help: "Where the year is."),
        DocumentKey("month", .line(), required: true, help: "Where the month is, from 1."),
        DocumentKey("day", .line(), required: true, help: "Where the day of the month is."),
    ]
}

extension SystemFile {
    /// The JSON Schema (draft 2020-12) of system files, from the same tables as the reader.
    public static var schema: String {
        JSONSchema(
            id: "system", title: "A system",
            description: "A back end that Gantry reads by this description. Passwords and keys are never in this file.",
            SystemKeys.top, rules: SystemKeys.rules, shared: SystemKeys.shared
        ).text
    }
}
