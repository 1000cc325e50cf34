public import GantryAccounts
public import GantryConnectors

extension SystemFile {
    /// The system `tracker` with one list, `tracker.hours`, whose records lie under `hours` and have an `id` as their
    /// key.
    ///
    /// - Parameters:
    ///   - list: more lines of the list. By default it has no pages and no total.
    ///   - fields: those of its records, separated by commas.
    ///   - more: more lines of the file.
    public static func tracker(
        _ list: String = "paging: none\ntotal: none", fields: String = "id: { type: integer, required: true }",
        more: String = ""
    ) throws -> System {
        let text = """
            system: tracker
            title: Time tracker
            sign-in:
              api-key: { header: X-Key }
              check: { get: /me, account: user.login }
            \(more)
            datasets:
              hours:
                help: The hours.
                get: /hours
                records: hours
                key: id
            \(list.split(separator: "\n").map { "    \($0)" }.joined(separator: "\n"))
                fields: { \(fields) }
            """
        return try read(Array(text.utf8), named: "tracker.yaml")
    }
}
