internal import GantryFormats
internal import GantryYAML

extension SystemKeys {
    static let submission: [DocumentKey] = [
        DocumentKey("help", .line(), required: true, help: "What is sent, in a sentence."),
        DocumentKey(
            "columns", .map(.either([.group(column), .group([])]), canBeEmpty: false), required: true,
            help: "The columns of a sheet, by name."),
        DocumentKey(
            "replaces", .flag, standard: .flag(false),
            help:
                "Whether a row takes the place of what was sent to the same path before, so that it may come again after another."
        ),
        DocumentKey("file", .group(file), help: "Which files are taken, where each row has one."),
        DocumentKey(
            "steps", .list(.group(step), most: 8), required: true, help: "The requests of a row, one after the other."),
    ]

    static let columnTypes = ["text", "integer", "decimal", "date", "time", "flag"]

    static let column: [DocumentKey] = [
        DocumentKey("type", .words(columnTypes), standard: .text("text"), help: "What a cell holds."),
        DocumentKey("required", .flag, standard: .flag(false), help: "Whether every row must have it."),
        DocumentKey(
            "most", .whole(1...1_000_000),
            help: "The most characters that the server keeps. A mark that is added to the text needs 28 of them."),
        DocumentKey("from", .text, help: "The smallest number."),
        DocumentKey("to", .text, help: "The largest number."),
        DocumentKey("decimals", .whole(0...9), standard: .number(9), help: "How many decimals the server keeps."),
        DocumentKey(
            "one-of", .either([.list(.text, isUnique: true), .map(.line(), canBeEmpty: false)]),
            help: "The words that it can be, or the server's codes with the word for each."),
        DocumentKey("help", .line(), help: "What it means, in a sentence."),
    ]

    static let fileTypes = MediaType.allCases.map(\.rawValue)

    static let file: [DocumentKey] = [
        DocumentKey("column", .line(), required: true, help: "The column with the name of the file."),
        DocumentKey("types", .list(.words(fileTypes), isUnique: true), required: true, help: "What the server takes."),
        DocumentKey("most", .line(), required: true, help: "The largest file: 5 MB."),
        DocumentKey(
            "photo", .flag, standard: .flag(false),
            help: "Whether they are photos, which lose where they were taken, and are converted if they must."),
    ]

    static let methods = ["post", "put", "patch"]

    static let step: [DocumentKey] =
        methods.map { method in
            DocumentKey(
                method, .either([.line(), .group(address)]),
                help: "\(method.uppercased()) to a path below the address, with columns in { and }.")
        } + [
            DocumentKey("query", .map(.line()), help: "What its query says, with columns in { and }."),
            DocumentKey("headers", .map(.line()), help: "What its headers say, such as If-None-Match."),
            DocumentKey(
                "body", .shared("body"),
                help: "What it says: a tree of constants, texts, { column: hours } and { step: token }."),
            DocumentKey(
                "file", .either([.words(["raw"]), .group(part)]), help: "The body is the file, or a form with it."),
            DocumentKey(
                "done", .either([.whole(200...299), .list(.whole(200...299), isUnique: true)]), required: true,
                help: "The status that says that it is done."),
            DocumentKey("there", .whole(200...499), help: "The status that says that it was done before: 409, 412."),
            DocumentKey(
                "id", .line(),
                help:
                    "Where the answer names the record: time_entry.id. Or a text with columns, where the row names it."),
            DocumentKey(
                "takes", .map(.line(), canBeEmpty: false), help: "What later steps need of the answer, by name."),
            DocumentKey(
                "echo", .map(.line(), canBeEmpty: false),
                help:
                    "Where the answer shows the values of columns: hours: time_entry.hours. What the server changed is told."
            ),
            DocumentKey(
                "lost", .either([.words(lostWords), .group(lost)]), required: true,
                help: "What is done when the answer is lost."),
        ]

    static let address: [DocumentKey] = [
        DocumentKey(
            "step", .line(), required: true,
            help: "The address that the step before has taken. The connection's credentials aren't sent there.")
    ]

    static let part: [DocumentKey] = [
        DocumentKey("part", .line(), required: true, help: "The name of the part of the form that has the file.")
    ]

    static let lostWords = ["repeat", "stop"]

    static let lost: [DocumentKey] = [
        DocumentKey("find", .line(), help: "The dataset that shows whether the row is there."),
        DocumentKey("get", .line(), help: "The path of an answer that shows it."),
        DocumentKey("query", .map(.line()), help: "What is asked besides, with columns and {mark} in { and }."),
        DocumentKey("records", .line(), help: "Where the answer to get has the list."),
        DocumentKey("id", .line(), standard: .text("id"), help: "Where a record of that list has its id."),
        DocumentKey("mark", .line(), help: "The field that carries the row's mark."),
        DocumentKey("same", .map(.line(), canBeEmpty: false), help: "Fields with the columns that they are equal to."),
        DocumentKey("key", .line(), help: "The header by which the server recognises a request that comes again."),
    ]

    static let shared: [(name: String, help: String?, shape: ValueShape)] = [
        (
            "body", "A constant, a text, a list or a group.",
            .either([.text, .map(.shared("body")), .list(.shared("body"), canBeEmpty: true)])
        )
    ]

    /// The keys of a leaf that isn't a constant.
    static let leaf = ["column", "as", "mark", "step"]
}
