import CLinux
internal import GantryModel
import Glibc

/// Whether a folder is on a disk of this machine alone, where locks and shared memory do what SQLite needs.
public enum LocalDisk {
    /// Who else may use a file system.
    package enum Sharing: Equatable {
        /// Only this machine.
        case none
        /// Other machines.
        case machines(String)
        /// Other machines, or the system that this one runs in as a guest or container.
        case host(String)
    }

    /// - Parameters:
    ///   - path: need not exist; then the nearest folder above that does is examined.
    ///   - use: what is to be there, as the subject of a sentence: "The journal".
    /// - Throws: `FileError.networkFileSystem` where other machines may use the file system too.
    public static func require(_ path: String, for use: String) throws(FileError) {
        let folder = try nearest(path)
        let sharing = try sharing(of: folder)
        let (type, others): (String, String)
        switch sharing {
        case .none: return
        case .machines(let name): (type, others) = (name, "other machines may use it too")
        case .host(let name):
            (type, others) = (name, "other machines, or the system that this one runs in, may use it too")
        }
        throw FileError(
            .networkFileSystem, at: path,
            "\(use) can't be in \(quoted(path)): that is on a file system of the type \(type), and \(others), which "
                + "would destroy it.",
            advice:
                "Move the workspace to a local disk while nothing runs in it, choose another, or keep the journal in a "
                + "database. Finished exports can be delivered or copied from there.")
    }

    /// The path, or the nearest folder above it that exists.
    private static func nearest(_ path: String) throws(FileError) -> String {
        var path = path
        while true {
            var raw = stat()
            try checkName(path)
            if unsafe stat(path, &raw) == 0 { return path }
            guard errno == ENOENT else { throw FileError(doing: "Looking at", path, errno) }
            path = try split(path).folder
        }
    }

    private static func sharing(of path: String) throws(FileError) -> Sharing {
        let number = unsafe linux_file_system(path)
        guard number >= 0 else { throw FileError(doing: "Looking at", path, errno) }
        guard number == fuse else { return sharing(number: number, mountType: nil) }
        var raw = stat()
        guard unsafe stat(path, &raw) == 0 else { throw FileError(doing: "Looking at", path, errno) }
        // Read whole: the kernel gives no size, and mounts are few.
        let mounts = (try? ReadFile.bytes(of: "/proc/self/mountinfo")) ?? []
        let type = mountType(of: UInt(raw.st_dev), in: String(decoding: mounts, as: UTF8.self))
        return sharing(number: number, mountType: type)
    }

    private static let fuse = 0x6573_5546

    /// Magic numbers of <linux/magic.h> and of the file systems' own sources.
    private static let shared: [Int: Sharing] = [
        0x6969: .machines("NFS"),
        0x517B: .machines("SMB"), 0xFE53_4D42: .machines("SMB2"), 0xFF53_4D42: .machines("CIFS"),
        0x564C: .machines("NCP"), 0x7375_7245: .machines("Coda"),
        0x5346_414F: .machines("AFS"), 0x6B41_4653: .machines("AFS"),
        0x00C3_6400: .machines("Ceph"), 0x0BD0_0BD0: .machines("Lustre"), 0x4750_4653: .machines("GPFS"),
        0x2003_0528: .machines("OrangeFS"), 0x1983_0326: .machines("BeeGFS"), 0xAAD7_AAEA: .machines("PanFS"),
        0x0116_1970: .machines("GFS2"), 0x7461_636F: .machines("OCFS2"),
        0x0102_1997: .host("9p"), 0xBACB_ACBC: .host("vmhgfs"), 0x786F_4256: .host("vboxsf"),
    ]

    /// FUSE file systems that encrypt, join or present a disk of this machine.
    private static let localFUSE: Set<String> = [
        "bindfs", "cryfs", "encfs", "exfat", "fuse-overlayfs", "gocryptfs", "grpcfuse", "mergerfs", "ntfs-3g", "osxfs",
        "securefs", "shfs", "unionfs",
    ]

    /// - Parameters:
    ///   - number: the file system's magic number.
    ///   - mountType: how a FUSE file system is mounted: `fuse.sshfs`; `nil` where that isn't known.
    package static func sharing(number: Int, mountType: String?) -> Sharing {
        guard number == fuse else { return shared[number] ?? .none }
        switch mountType {
        case "fuseblk": return .none
        case "virtiofs": return .host("virtiofs")
        case let type? where type.hasPrefix("fuse."):
            return localFUSE.contains(String(type.dropFirst("fuse.".count))) ? .none : .machines(singleLine(type))
        case let type: return .machines(singleLine(type ?? "fuse"))
        }
    }

    /// The type of the file system with this device number, in the words of `/proc/self/mountinfo`; `nil` where it
    /// isn't listed.
    package static func mountType(of device: UInt, in mounts: String) -> String? {
        // How glibc packs the two numbers (makedev(3)), whose macros Swift lacks.
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        let wanted = "\(major):\(minor)"
        for line in mounts.split(separator: "\n") {
            // 36 35 98:0 / /mnt rw,noatime master:1 - fuse.sshfs host:/home rw. Spaces in names are written \\040.
            let fields = line.split(separator: " ")
            guard fields.count > 2, fields[2] == wanted, let dash = fields.firstIndex(of: "-"), dash + 1 < fields.count
            else { continue }
            return String(fields[dash + 1])
        }
        return nil
    }
}
