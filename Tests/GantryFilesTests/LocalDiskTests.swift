import GantryFiles
import Testing

@Suite("A disk of this machine alone")
struct LocalDiskTests {
    private let fuse = 0x6573_5546

    @Test("is what disks and memory are, and no network file system")
    func numbers() {
        for local in [0xEF53, 0x0102_1994, 0x5846_5342, 0x9123_683E, 0x794C_7630, 0x2FC1_2FC1] {
            #expect(LocalDisk.sharing(number: local, mountType: nil) == .none)
        }
        for (number, name) in [
            (0x6969, "NFS"), (0x517B, "SMB"), (0xFE53_4D42, "SMB2"), (0xFF53_4D42, "CIFS"), (0x00C3_6400, "Ceph"),
            (0x0BD0_0BD0, "Lustre"), (0x4750_4653, "GPFS"), (0x5346_414F, "AFS"),
        ] {
            #expect(LocalDisk.sharing(number: number, mountType: nil) == .machines(name))
        }
        #expect(LocalDisk.sharing(number: 0x0102_1997, mountType: nil) == .host("9p"))
    }

    @Test(
        "can be behind FUSE, where that encrypts, joins or shows a disk",
        arguments: [
            "fuseblk", "fuse.gocryptfs", "fuse.encfs", "fuse.cryfs", "fuse.securefs", "fuse.mergerfs", "fuse.shfs",
            "fuse.bindfs", "fuse.unionfs", "fuse.ntfs-3g", "fuse.exfat", "fuse.grpcfuse", "fuse.osxfs",
            "fuse.fuse-overlayfs",
        ])
    func localFUSE(type: String) {
        #expect(LocalDisk.sharing(number: fuse, mountType: type) == .none)
    }

    @Test(
        "is not behind FUSE where that asks another machine, or where nothing is known of it",
        arguments: [
            "fuse.sshfs", "fuse.glusterfs", "fuse.s3fs", "fuse.rclone", "fuse.ceph", "fuse", "fuse.", "gocryptfs",
        ])
    func networkFUSE(type: String) {
        #expect(LocalDisk.sharing(number: fuse, mountType: type) == .machines(type))
        #expect(LocalDisk.sharing(number: fuse, mountType: nil) == .machines("fuse"))
        #expect(LocalDisk.sharing(number: fuse, mountType: "virtiofs") == .host("virtiofs"))
    }

    @Test("is told from the list of mounts by its device number")
    func mounts() {
        let mounts = """
            22 1 254:0 / / rw,relatime - ext4 /dev/root rw
            40 22 0:45 / /mnt/a\\040b rw,nosuid shared:7 master:1 - fuse.sshfs me@host:/home rw,user_id=0
            41 22 0:46 / /mnt/c rw - fuse.gocryptfs /secret rw
            42 22 0:47
            43 22 0:48 / /mnt/d rw -
            """
        #expect(LocalDisk.mountType(of: 45, in: mounts) == "fuse.sshfs")
        #expect(LocalDisk.mountType(of: 46, in: mounts) == "fuse.gocryptfs")
        #expect(LocalDisk.mountType(of: 254 << 8, in: mounts) == "ext4")
        for device in [4, 47, 48, 49] { #expect(LocalDisk.mountType(of: UInt(device), in: mounts) == nil) }
    }

    @Test("is where temporary files are, also below folders that don't exist yet")
    func here() throws {
        let folder = try TemporaryFolder()
        try LocalDisk.require(folder.path, for: "The journal")
        try LocalDisk.require(folder.file("a/b/c"), for: "The journal")
        try LocalDisk.require("not-there/either", for: "The journal")
    }
}
