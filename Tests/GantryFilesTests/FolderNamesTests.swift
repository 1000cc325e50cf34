import GantryFiles
import Testing

@Suite("Names of one folder")
struct FolderNamesTests {
    @Test("come in the order of their bytes, without what lies below, and no link leads elsewhere")
    func names() throws {
        let folder = try TemporaryFolder()
        try folder.put("b", at: "b.txt")
        try folder.put("a", at: "a.txt")
        try Folders.makePrivate("sub", under: folder.path)
        try folder.put("c", at: "sub/c.txt")
        #expect(try Folders.names(under: folder.path) == ["a.txt", "b.txt", "sub"])
        #expect(try Folders.names(of: "sub", under: folder.path) == ["c.txt"])
        #expect(throws: FileError.self) { _ = try Folders.names(of: "none", under: folder.path) }
        #expect(throws: FileError.self) { _ = try Folders.names(of: "../x", under: folder.path) }
        #expect(throws: FileError.self) { _ = try Folders.names(under: folder.path, limit: 2) }
    }
}
