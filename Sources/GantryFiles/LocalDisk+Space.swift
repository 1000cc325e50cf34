import Glibc

extension LocalDisk {
    /// How many bytes this process can still write to the file system of a path.
    public static func freeBytes(at path: String) throws(FileError) -> Int64 {
        var status = statvfs()
        guard unsafe statvfs(path, &status) == 0 else { throw FileError(doing: "Looking at", path, errno) }
        return Int64(clamping: UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize)).0)
    }
}
