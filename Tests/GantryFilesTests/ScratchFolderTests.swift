import Foundation
import GantryFiles
import Glibc
import Testing

@Suite("A folder for temporary files")
struct ScratchFolderTests {
    @Test("is private, its own, and gone with its value")
    func scope() throws {
        let folder = try TemporaryFolder()
        do {
            let one = try ScratchFolder("x-", in: folder.path)
            let two = try ScratchFolder("x-", in: folder.path)
            #expect(one.path != two.path)
            #expect(try folder.names().count == 2 && folder.mode(folder.names()[0]) == 0o700)
            try Data("1".utf8).write(to: URL(filePath: one.path + "/file"))
            try one.remove()
            try one.remove()
            #expect(try folder.names().count == 1)
        }
        #expect(try folder.names() == [])
    }

    @Test("takes the place of what nobody holds any more, whatever else has such a name")
    func leftovers() throws {
        let folder = try TemporaryFolder()
        let held = try ScratchFolder("x-", in: folder.path)
        for name in ["x-1/inner", "x-2", "y-1"] { try Folders.makePrivate(name, under: folder.path) }
        try folder.put("1", at: "x-1/inner/file")
        try folder.put("1", at: "x-file")
        try folder.link("x-link", to: "/etc")
        #expect(unsafe mkdir(folder.path + "/x-\u{7F}", 0o700) == 0)
        // One whose name is not UTF-8, and one with such a name in it, which can't be removed.
        for name in [[0x78, 0x2D, 0xFF], Array("x-0".utf8), Array("x-0/".utf8) + [0xFF]] as [[UInt8]] {
            let path = (Array((folder.path + "/").utf8) + name + [0]).map { CChar(bitPattern: $0) }
            #expect(unsafe mkdir(path, 0o700) == 0)
        }
        let own = try ScratchFolder("x-", in: folder.path)
        let left = try folder.names().filter { !$0.unicodeScalars.contains("\u{FFFD}") }
        let names = [held, own].map { String($0.path.split(separator: "/").last ?? "") }
        #expect(Set(left) == Set(names + ["x-0", "x-file", "x-link", "y-1"]), "\(left)")
        unsafe _ = rmdir((Array((folder.path + "/x-").utf8) + [0xFF, 0]).map { CChar(bitPattern: $0) })
        unsafe _ = rmdir((Array((folder.path + "/x-0/").utf8) + [0xFF, 0]).map { CChar(bitPattern: $0) })
    }

    @Test("is made again where another process removes it before it is locked")
    func vanishes() throws {
        let folder = try TemporaryFolder()
        var made = 0
        let own = try ScratchFolder(
            "x-", in: folder.path,
            beforeLock: { path in
                made += 1
                if made == 1 { #expect(unsafe rmdir(path) == 0) }
                // As another process finds it that removes leftovers.
                if made == 2 { #expect(throws: Never.self) { _ = try ScratchFolder("x-", in: folder.path) } }
            })
        #expect(made == 3)
        #expect(try folder.names() == [own.path.split(separator: "/").last.map(String.init)])
    }

    @Test("is an error where the file system has no locks, and leaves nothing")
    func noLocks() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: FileError.self) {
            _ = try ScratchFolder(
                "x-", in: folder.path,
                lock: { _ in
                    errno = ENOLCK
                    return -1
                }, beforeLock: { _ in })
        }
        #expect(error?.errorNumber == ENOLCK)
        #expect(try folder.names() == [])
    }
}
