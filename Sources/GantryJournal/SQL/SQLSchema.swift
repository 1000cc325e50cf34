/// The journal's tables, the same in every database but for the names of types.
///
/// `kind`, `period`, `address`, `account` and `pipeline` of a run repeat what its identity and its name say, so that
/// runs are found by them.
package struct SQLSchema: Sendable {
    /// What this Gantry reads and writes. A journal of any other version is refused.
    package static let version: Int64 = 4

    /// A whole number of 64 bits.
    let number: String
    /// A text that is compared by its bytes.
    let name: String
    /// A text that can hold a NUL.
    let anyText: String
    let bytes: String
    /// What follows a table; of one that is stored in the order of its key.
    let table: String
    let orderedTable: String
    /// An index for texts of any length, which are only compared for equality.
    let equality: String

    package static let sqlite = SQLSchema(
        number: "INTEGER", name: "TEXT", anyText: "TEXT", bytes: "BLOB", table: " STRICT",
        orderedTable: " STRICT, WITHOUT ROWID", equality: "")
    package static let postgreSQL = SQLSchema(
        number: "bigint", name: "text COLLATE \"C\"", anyText: "bytea", bytes: "bytea", table: "", orderedTable: "",
        equality: "USING hash ")

    package var tables: String {
        """
        CREATE TABLE runs (
            run \(name) PRIMARY KEY NOT NULL,
            pipeline \(name) NOT NULL,
            kind TEXT NOT NULL,
            period \(anyText),
            address \(anyText),
            account \(anyText),
            snapshot \(number) NOT NULL,
            corrects \(number),
            started_at \(number) NOT NULL,
            phase TEXT NOT NULL,
            finished_at \(number),
            identity \(anyText) NOT NULL,
            last_error \(anyText) NOT NULL,
            hash TEXT NOT NULL
        )\(table);
        CREATE INDEX runs_by_start ON runs (started_at, run);
        CREATE INDEX runs_unfinished ON runs (started_at, run) WHERE phase <> 'complete';
        CREATE INDEX runs_of_sheets ON runs \(equality)(period) WHERE kind = 'sheet';
        CREATE TABLE stages (
            run \(name) NOT NULL REFERENCES runs (run),
            stage \(name) NOT NULL,
            position \(number) NOT NULL,
            result \(anyText),
            hash TEXT NOT NULL DEFAULT '',
            PRIMARY KEY (run, stage)
        )\(orderedTable);
        CREATE TABLE checkpoints (
            run \(name) NOT NULL,
            stage \(name) NOT NULL,
            sequence \(number) NOT NULL,
            phase TEXT NOT NULL,
            records \(number) NOT NULL,
            payload \(anyText) NOT NULL,
            tails \(bytes) NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (run, stage, sequence),
            FOREIGN KEY (run, stage) REFERENCES stages (run, stage)
        )\(table);
        CREATE TABLE rejects (
            run \(name) NOT NULL,
            stage \(name) NOT NULL,
            ordinal \(number) NOT NULL,
            page \(number) NOT NULL,
            position \(number) NOT NULL,
            field \(anyText) NOT NULL,
            found \(anyText) NOT NULL,
            expected \(anyText) NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (run, stage, ordinal),
            FOREIGN KEY (run, stage) REFERENCES stages (run, stage)
        )\(orderedTable);
        CREATE TABLE documents (
            run \(name) NOT NULL REFERENCES runs (run),
            stage \(name) NOT NULL DEFAULT '',
            name \(name) NOT NULL,
            content \(anyText) NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (run, stage, name)
        )\(orderedTable);
        CREATE INDEX documents_by_name ON documents (name) WHERE stage = '';
        CREATE TABLE signatures (
            pipeline \(name) NOT NULL,
            number \(number) NOT NULL,
            line \(anyText) NOT NULL,
            finished \(number) NOT NULL,
            hash TEXT NOT NULL,
            PRIMARY KEY (pipeline, number)
        )\(orderedTable);
        CREATE TABLE pay_notes (count \(number) NOT NULL, restored \(anyText))\(table);
        INSERT INTO pay_notes VALUES (0, NULL);
        CREATE TABLE forgotten (
            run \(name) PRIMARY KEY NOT NULL,
            forgotten_at \(number) NOT NULL,
            because TEXT NOT NULL,
            bag TEXT NOT NULL
        )\(orderedTable);
        CREATE TABLE ledger (
            run \(name) NOT NULL,
            "row" \(number) NOT NULL,
            scope \(name) NOT NULL,
            key \(name) NOT NULL,
            content TEXT NOT NULL,
            state TEXT NOT NULL,
            steps_done \(number) NOT NULL,
            attempts \(number) NOT NULL,
            status \(number),
            server_id \(anyText) NOT NULL,
            trace_id \(anyText) NOT NULL,
            memory \(anyText) NOT NULL,
            problem_code \(anyText) NOT NULL,
            problem_field \(anyText) NOT NULL,
            problem \(anyText) NOT NULL,
            changed_at \(number) NOT NULL,
            earlier_run TEXT NOT NULL,
            left_to TEXT NOT NULL,
            hash TEXT NOT NULL,
            origin \(name) NOT NULL,
            PRIMARY KEY (run, "row")
        )\(orderedTable);
        CREATE INDEX ledger_by_key ON ledger (scope, key);
        CREATE INDEX ledger_by_origin ON ledger (origin) WHERE origin <> '';
        CREATE INDEX ledger_by_server_id ON ledger \(equality)(server_id) WHERE server_id <> '';
        """
    }
}
