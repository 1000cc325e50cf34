internal import GantryEngine
internal import GantryModel

/// The journal's tables in the schema `gantry` of a database, in the columns of the journal on SQLite.
///
/// Names that are compared by their bytes have the collation "C"; texts that can hold a NUL are `bytea`.
enum PostgresSchema {
    /// What this Gantry writes. A newer one's journal is refused.
    static let version: Int64 = 1
    /// The least server: the ids of journals are made by `gen_random_uuid`.
    static let leastServer = 13

    /// Makes the tables that are missing, and gives the journal's id.
    static func prepare(_ connection: PostgresConnection, _ journal: String) throws -> String {
        guard connection.version >= leastServer * 10_000 else {
            throw JournalError(
                .unusable,
                "The journal \(journal) is on PostgreSQL \(connection.version / 10_000), which is too old.",
                advice: "Use PostgreSQL \(leastServer) or newer. Nothing was changed.")
        }
        let known = try connection.query("SELECT to_regclass('gantry.journal') IS NOT NULL")
        if known.first?.bool(0) != true { try make(connection, journal) }
        let rows = try connection.query("SELECT version, id FROM gantry.journal")
        guard rows.count == 1, let row = rows.first else {
            throw JournalError(
                .damaged, "The journal \(journal) is damaged: its table journal has \(rows.count) rows instead of 1.",
                advice: "Restore the database from a backup. Published exports are not affected.")
        }
        guard row.int64(0) <= version else {
            throw JournalError(
                .newerVersion, "The journal \(journal) was written by a newer version of Gantry.",
                advice: "Update Gantry, or use another database. Nothing was changed.")
        }
        return row.text(1)
    }

    private static func make(_ connection: PostgresConnection, _ journal: String) throws {
        let state = try connection.query("SELECT current_setting('transaction_read_only') = 'on'")
        guard state.first?.bool(0) == false else {
            throw PostgresFailure(message: "the server is read-only", state: "25006")
        }
        do {
            // Who comes second waits, and finds the tables. The number is Gantry's own.
            try connection.run("BEGIN; SELECT pg_advisory_xact_lock(1195462228)")
            let found = try connection.query(
                """
                SELECT to_regclass('gantry.journal') IS NOT NULL, EXISTS (
                    SELECT 1 FROM pg_class JOIN pg_namespace n ON n.oid = relnamespace WHERE n.nspname = 'gantry')
                """)
            if found.first?.bool(0) != true {
                guard found.first?.bool(1) != true else {
                    throw JournalError(
                        .foreign,
                        "The database \(journal) has a schema gantry, which belongs to another program.",
                        advice: "Use another database. Nothing was changed.")
                }
                try connection.run(tables)
                _ = try connection.query(
                    "INSERT INTO gantry.journal (version, id) VALUES ($1, gen_random_uuid()::text)", [.int(version)])
            }
            try connection.run("COMMIT")
        } catch {
            _ = try? connection.run("ROLLBACK")
            throw error
        }
    }

    private static let tables = """
        CREATE SCHEMA IF NOT EXISTS gantry;
        SET LOCAL search_path TO gantry;
        CREATE TABLE runs (
            run text COLLATE "C" PRIMARY KEY, identity bytea NOT NULL, snapshot bigint NOT NULL, corrects bigint,
            started_at bigint NOT NULL, phase text NOT NULL, finished_at bigint, last_error bytea NOT NULL,
            hash text NOT NULL,
            kind text NOT NULL, period bytea, address bytea, account bytea);
        CREATE INDEX runs_by_start ON runs (started_at, run);
        CREATE INDEX runs_unfinished ON runs (started_at, run) WHERE phase <> 'complete';
        CREATE INDEX runs_of_sheets ON runs USING hash (period) WHERE kind = 'sheet';
        CREATE INDEX runs_by_source ON runs USING hash (address);
        CREATE TABLE stages (
            run text COLLATE "C" NOT NULL REFERENCES runs (run), stage text COLLATE "C" NOT NULL,
            position bigint NOT NULL, result bytea, hash text NOT NULL DEFAULT '', PRIMARY KEY (run, stage));
        CREATE TABLE checkpoints (
            run text COLLATE "C" NOT NULL, stage text COLLATE "C" NOT NULL, sequence bigint NOT NULL,
            phase text NOT NULL, records bigint NOT NULL, payload bytea NOT NULL, tails bytea NOT NULL,
            hash text NOT NULL, PRIMARY KEY (run, stage, sequence),
            FOREIGN KEY (run, stage) REFERENCES stages (run, stage));
        CREATE TABLE rejects (
            run text COLLATE "C" NOT NULL, stage text COLLATE "C" NOT NULL, ordinal bigint NOT NULL,
            page bigint NOT NULL, position bigint NOT NULL, field bytea NOT NULL, found bytea NOT NULL,
            expected bytea NOT NULL, hash text NOT NULL, PRIMARY KEY (run, stage, ordinal),
            FOREIGN KEY (run, stage) REFERENCES stages (run, stage));
        CREATE TABLE documents (
            run text COLLATE "C" NOT NULL REFERENCES runs (run), stage text COLLATE "C" NOT NULL DEFAULT '',
            name text COLLATE "C" NOT NULL, content bytea NOT NULL, hash text NOT NULL,
            PRIMARY KEY (run, stage, name));
        CREATE INDEX documents_by_name ON documents (name) WHERE stage = '';
        CREATE TABLE signatures (
            pipeline text COLLATE "C" NOT NULL, number bigint NOT NULL, line bytea NOT NULL,
            finished boolean NOT NULL, hash text NOT NULL, PRIMARY KEY (pipeline, number));
        CREATE TABLE forgotten (
            run text COLLATE "C" PRIMARY KEY, forgotten_at bigint NOT NULL, because text NOT NULL, bag text NOT NULL);
        CREATE TABLE ledger (
            run text COLLATE "C" NOT NULL, "row" bigint NOT NULL, scope text COLLATE "C" NOT NULL,
            key text COLLATE "C" NOT NULL, content text NOT NULL, state text NOT NULL, steps_done bigint NOT NULL,
            attempts bigint NOT NULL, status bigint, server_id bytea NOT NULL, trace_id bytea NOT NULL,
            memory bytea NOT NULL, problem_code bytea NOT NULL, problem_field bytea NOT NULL, problem bytea NOT NULL,
            changed_at bigint NOT NULL, earlier_run text NOT NULL, left_to text NOT NULL, hash text NOT NULL,
            PRIMARY KEY (run, "row"));
        CREATE INDEX ledger_by_key ON ledger (scope, key);
        CREATE INDEX ledger_by_server_id ON ledger USING hash (server_id) WHERE server_id <> '';
        CREATE SEQUENCE epochs;
        CREATE TABLE leases (
            name text COLLATE "C" PRIMARY KEY, epoch bigint NOT NULL, owner text NOT NULL, until bigint NOT NULL,
            hash text NOT NULL);
        CREATE FUNCTION lease_hash(name text, epoch bigint, owner text, until bigint) RETURNS text LANGUAGE sql
            IMMUTABLE AS $$
            SELECT encode(sha256(convert_to(concat_ws(E'\\n', name, epoch, owner, until), 'UTF8')), 'hex') $$;
        CREATE FUNCTION clock() RETURNS bigint LANGUAGE sql VOLATILE AS $$
            SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;
        CREATE TABLE journal (version bigint NOT NULL, id text NOT NULL);
        """
}
