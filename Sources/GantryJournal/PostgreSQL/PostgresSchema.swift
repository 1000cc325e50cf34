internal import GantryEngine
internal import GantryModel

/// The journal's tables in the schema `gantry` of a database, and those of leases.
enum PostgresSchema {
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
        if try known.first?.bool(0) != true { try make(connection, journal) }
        let rows = try connection.query("SELECT version, id FROM gantry.journal")
        guard rows.count == 1, let row = rows.first else {
            throw JournalError(
                .damaged, "The journal \(journal) is damaged: its table journal has \(rows.count) rows instead of 1.",
                advice: "Restore the database from a backup. Published exports are not affected.")
        }
        guard try row.int64(0) <= SQLSchema.version else {
            throw JournalError(
                .newerVersion, "The journal \(journal) was written by a newer version of Gantry.",
                advice: "Update Gantry, or use another database. Nothing was changed.")
        }
        guard try row.int64(0) == SQLSchema.version else {
            throw JournalError(
                .earlierVersion, "The journal \(journal) was written by an earlier version of Gantry.",
                advice:
                    "Nothing was changed. Finish what is unfinished with that version, and use an empty database with new workspaces. What was sent or delivered is in this one alone: keep it, and send no sheet a second time."
            )
        }
        return try row.text(1)
    }

    /// The numbers of the database and of a table in it, which a copy has others of: one of a dump or a template, and
    /// neither a standby server nor what an upgrade in place leaves.
    static let place = """
        (SELECT oid FROM pg_database WHERE datname = current_database()) || '/' || 'gantry.journal'::regclass::oid
        """

    private static func make(_ connection: PostgresConnection, _ journal: String) throws {
        let state = try connection.query("SELECT current_setting('transaction_read_only') = 'on'")
        guard try state.first?.bool(0) == false else {
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
            if try found.first?.bool(0) != true {
                guard try found.first?.bool(1) != true else {
                    throw JournalError(
                        .foreign,
                        "The database \(journal) has a schema gantry, which belongs to another program.",
                        advice: "Use another database. Nothing was changed.")
                }
                try connection.run(tables)
                _ = try connection.query(
                    "INSERT INTO gantry.journal (version, id, place) VALUES ($1, gen_random_uuid()::text, \(place))",
                    [.number(SQLSchema.version)])
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
        \(SQLSchema.postgreSQL.tables)
        CREATE SEQUENCE epochs;
        CREATE TABLE leases (
            name text COLLATE "C" PRIMARY KEY, epoch bigint NOT NULL, owner text NOT NULL, until bigint NOT NULL,
            hash text NOT NULL);
        CREATE FUNCTION lease_hash(name text, epoch bigint, owner text, until bigint) RETURNS text LANGUAGE sql
            IMMUTABLE AS $$
            SELECT encode(sha256(convert_to(concat_ws(E'\\n', name, epoch, owner, until), 'UTF8')), 'hex') $$;
        CREATE FUNCTION clock() RETURNS bigint LANGUAGE sql VOLATILE AS $$
            SELECT (extract(epoch FROM clock_timestamp()) * 1000000)::bigint $$;
        CREATE TABLE journal (version bigint NOT NULL, id text NOT NULL, place text NOT NULL);
        """
}
