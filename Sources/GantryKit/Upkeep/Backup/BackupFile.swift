/// The file of a backup: tar in Zstandard, which `tar --zstd` reads too.
///
/// First comes `gantry-backup.json`, then the files of the workspace below `workspace/`, and last `SHA256SUMS` with the
/// digest of every file before it.
enum BackupFile {
    static let format = "urn:gantry:backup:1"
    static let head = "gantry-backup.json"
    static let sums = "SHA256SUMS"
    static let root = "workspace/"
}
