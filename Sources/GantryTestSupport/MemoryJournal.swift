package import GantryEngine
internal import GantryJournal

/// A new journal on SQLite that is in memory, and lost with the object.
package func memoryJournal() -> any WorkspaceJournal {
    do { return try SQLiteJournal(path: ":memory:") } catch { preconditionFailure("There is no memory: \(error)") }
}
