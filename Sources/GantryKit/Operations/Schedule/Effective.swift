internal import Glibc

/// The user whose rights count for opening files.
public enum Effective {
    /// Does something with the rights of another user, as a program of that user would.
    ///
    /// - Parameters:
    ///   - name: `nil` for this user. Where this user isn't root, or the machine has no user of that name, nothing
    ///     changes.
    ///   - body: must not wait for anything: the rights are those of the whole process.
    public static func user<Result, Failure: Error>(
        _ name: String?, _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        guard let name, geteuid() == 0, let (user, group) = identity(of: name) else { return try body() }
        let own = getegid()
        guard setegid(group) == 0 else { return try body() }
        defer { _ = setegid(own) }
        guard seteuid(user) == 0 else { return try body() }
        defer { _ = seteuid(0) }
        return try body()
    }

    private static func identity(of name: String) -> (uid_t, gid_t)? {
        var entry = unsafe passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        let count = buffer.count
        let status = unsafe buffer.withUnsafeMutableBufferPointer { buffer -> Int32 in
            guard let base = buffer.baseAddress else { return ENOMEM }
            return unsafe getpwnam_r(name, &entry, base, count, &found)
        }
        guard status == 0, unsafe found != nil else { return nil }
        return unsafe (entry.pw_uid, entry.pw_gid)
    }
}
