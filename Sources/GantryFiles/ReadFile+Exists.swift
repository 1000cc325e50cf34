extension ReadFile {
    /// Whether a regular file is there. A link or a pipe under the name is an error, never followed.
    @inline(never)
    public static func exists(_ path: String) throws(FileError) -> Bool {
        do throws(FileError) {
            _ = try ReadFile.open(path)
            return true
        } catch {
            guard error.code == .missing else { throw error }
            return false
        }
    }
}
