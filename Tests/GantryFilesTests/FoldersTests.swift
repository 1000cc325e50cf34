import Foundation
import GantryFiles
import Testing

/// Names that must never lead anywhere.
private let hostilePaths = [
    "", "/", ".", "..", "../x", "../\u{301}x", "a/\u{301}b/../../x", "a/../x", "a/..", "./a", "a/./b", "/etc/x", "//x",
    "a//b", "a/", "x\0y", "\0",
]

@Suite("Folders of a workspace")
struct FoldersTests {
    @Test("are made private, level by level") func makesPrivate() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate(folder.file("w/x"))
        try Folders.makePrivate("parts/monthly/2026-10/r1", under: folder.file("w/x"))
        try Folders.makePrivate("parts/monthly/2026-10/r1", under: folder.file("w/x"))
        for path in ["w", "w/x", "w/x/parts", "w/x/parts/monthly", "w/x/parts/monthly/2026-10/r1"] {
            #expect(try folder.mode(path) == 0o700)
        }
    }

    @Test("never lie behind a link below the workspace") func refusesLinks() throws {
        let folder = try TemporaryFolder()
        let elsewhere = try TemporaryFolder()
        try folder.link("parts", to: elsewhere.path)
        #expect(code { try Folders.makePrivate("parts/r1", under: folder.path) } == .symbolicLink)
        #expect(code { try Folders.makePrivate("parts", under: folder.path) } == .symbolicLink)
        try folder.put("", at: "file")
        #expect(code { try Folders.makePrivate("file/r1", under: folder.path) } == .wrongKind)
        #expect(try elsewhere.names() == [])
    }

    @Test("that others can write to are refused, with a sticky bit too") func refusesOpenFolders() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate("open", under: folder.path)
        for mode in [0o770, 0o702, 0o777, 0o1777, 0o1770] {
            #expect(unsafe chmod(folder.file("open"), mode_t(mode)) == 0)
            #expect(code { try Folders.checkIsWritable(folder.file("open")) } == .openToOthers)
            #expect(code { try Folders.checkIsPrivate(folder.file("open")) } == .openToOthers)
            #expect(code { try Folders.makePrivate("open/x", under: folder.path) } == .openToOthers)
            #expect(code { try Folders.makePrivate(folder.file("open")) } == .openToOthers)
            if mode & 0o1002 == 0o002 {
                #expect(code { try Folders.makePrivate(folder.file("open/x")) } == .openToOthers)
            }
        }
    }

    @Test("are made in one that everybody can write to where its sticky bit protects names") func sticky() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate("open", under: folder.path)
        #expect(unsafe chmod(folder.file("open"), 0o1777) == 0)
        try Folders.makePrivate(folder.file("open/x"))
        #expect(try folder.mode("open/x") == 0o700)
    }

    @Test("of another user are refused", .enabled(if: geteuid() == 0)) func foreign() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate("theirs", under: folder.path)
        #expect(unsafe chown(folder.file("theirs"), 65_534, 65_534) == 0)
        #expect(code { try Folders.checkIsPrivate(folder.file("theirs")) } == .notOurs)
        #expect(code { try Folders.makePrivate("theirs/x", under: folder.path) } == .notOurs)
        #expect(unsafe chown(folder.file("theirs"), 0, 0) == 0)
    }

    @Test("hold files that another library opens only if nobody else put or can write them") func own() throws {
        let folder = try TemporaryFolder()
        #expect(try !Folders.checkIsOwn("journal", in: folder.path))
        try folder.put("x", at: "journal")
        #expect(unsafe chmod(folder.file("journal"), 0o600) == 0)
        #expect(try Folders.checkIsOwn("journal", in: folder.path))
        #expect(unsafe chmod(folder.file("journal"), 0o620) == 0)
        #expect(code { try Folders.checkIsOwn("journal", in: folder.path) } == .openToOthers)
        #expect(unsafe chmod(folder.file("journal"), 0o600) == 0)
        #expect(unsafe link(folder.file("journal"), folder.file("second")) == 0)
        #expect(code { try Folders.checkIsOwn("journal", in: folder.path) } == .notOurs)
        #expect(unsafe symlink(folder.file("second"), folder.file("third")) == 0)
        #expect(code { try Folders.checkIsOwn("third", in: folder.path) } == .symbolicLink)
    }

    @Test("are looked at without the loss of a lock that another library has on a file") func keepsLocks() throws {
        let folder = try TemporaryFolder()
        try folder.put("x", at: "journal")
        #expect(unsafe chmod(folder.file("journal"), 0o600) == 0)
        let file = unsafe open(folder.file("journal"), O_RDWR)
        defer { close(file) }
        var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        #expect(unsafe fcntl(file, F_SETLK, &lock) == 0)
        #expect(try Folders.checkIsOwn("journal", in: folder.path))
        // A lock of an open file is another one than those of its process.
        let other = unsafe open(folder.file("journal"), O_RDWR)
        defer { close(other) }
        var wanted = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0, l_len: 0, l_pid: 0)
        let setOpenFileLock: Int32 = 37
        #expect(unsafe fcntl(other, setOpenFileLock, &wanted) == -1)
    }

    @Test("are checked for writing without litter") func checksWriting() throws {
        let folder = try TemporaryFolder()
        try Folders.checkIsWritable(folder.path)
        #expect(try folder.names() == [])
        for pid in [getpid(), 1, 999_999_999] {
            try folder.put("left by a killed check", at: ".gantry-write-check-\(pid)")
        }
        try Folders.checkIsWritable(folder.path)
        #expect(try folder.names() == [])
        #expect(code { try Folders.checkIsWritable(folder.file("gone")) } == .missing)
        try folder.put("", at: "file")
        #expect(code { try Folders.checkIsWritable(folder.file("file")) } == .wrongKind)
        // /proc takes no new files from anyone, root included.
        #expect(code { try Folders.checkIsWritable("/proc/self/fd") } != nil)
    }

    @Test("are removed with everything in them, links without their targets") func removes() throws {
        let folder = try TemporaryFolder()
        let elsewhere = try TemporaryFolder()
        try elsewhere.put("kept", at: "kept")
        try Folders.makePrivate("a/b/c", under: folder.path)
        try folder.put("x", at: "a/b/x")
        try folder.link("a/b/out", to: elsewhere.path)
        try folder.link("a/b/file", to: elsewhere.file("kept"))
        folder.pipe("a/b/pipe")
        try Folders.remove("a", under: folder.path)
        try Folders.remove("a", under: folder.path)
        try Folders.remove("a/b/c", under: folder.path)
        #expect(try folder.names() == [])
        try folder.link("out", to: elsewhere.path)
        #expect(code { try Folders.remove("out/kept", under: folder.path) } == .symbolicLink)
        try Folders.remove("out", under: folder.path)
        #expect(try elsewhere.text("kept") == "kept")
    }

    @Test("are removed from the last one up, as long as they are empty") func removesEmpty() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate("a/b/c", under: folder.path)
        try Folders.makePrivate("a/d", under: folder.path)
        try Folders.removeEmpty("a/b/c", under: folder.path)
        #expect(try Folders.list(folder.path).map(\.path) == ["a", "a/d"])
        try folder.put("x", at: "a/d/x")
        try Folders.removeEmpty("a/d", under: folder.path)
        try Folders.removeEmpty("a/missing/deeper", under: folder.path)
        #expect(try Folders.list(folder.path).map(\.path) == ["a", "a/d", "a/d/x"])
        try Folders.makePrivate("b/c", under: folder.path)
        try Folders.removeEmpty("b/c", under: folder.path, keepsFirst: true)
        #expect(try Folders.list(folder.path).map(\.path) == ["a", "a/d", "a/d/x", "b"])
        let elsewhere = try TemporaryFolder()
        try Folders.makePrivate("empty", under: elsewhere.path)
        try folder.link("out", to: elsewhere.path)
        #expect(code { try Folders.removeEmpty("out/empty", under: folder.path) } == .symbolicLink)
        #expect(try elsewhere.names() == ["empty"])
        for path in hostilePaths {
            #expect(code { try Folders.removeEmpty(path, under: folder.path) } == .unusableName)
        }
    }

    @Test("are named by paths that can't lead out of them") func hostile() throws {
        let outer = try TemporaryFolder()
        try Folders.makePrivate("root", under: outer.path)
        try outer.put("kept", at: "x")
        let root = outer.file("root")
        for path in hostilePaths {
            #expect(code { try Folders.makePrivate(path, under: root) } == .unusableName)
            #expect(code { try Folders.remove(path, under: root) } == .unusableName)
            #expect(code { _ = try ReadFile.open(path, under: root) } == .unusableName)
        }
        #expect(try outer.names() == ["root", "x"])
        #expect(try outer.text("x") == "kept")
    }

    @Test("are listed in one order, links as links") func lists() throws {
        let folder = try TemporaryFolder()
        try Folders.makePrivate("b/c", under: folder.path)
        try folder.put("12345", at: "b/c/five")
        try folder.put("", at: "a")
        try folder.link("b/link", to: "/etc")
        folder.pipe("z")
        let entries = try Folders.list(folder.path)
        #expect(entries.map(\.path) == ["a", "b", "b/c", "b/c/five", "b/link", "z"])
        #expect(entries.map(\.kind) == [.file, .folder, .folder, .file, .symbolicLink, .other])
        #expect(entries.map(\.size) == [0, 0, 0, 5, 0, 0])
        #expect(code { _ = try Folders.list(folder.path, limit: 5) } == .tooMany)
    }
}
