import GantryFiles
import Testing

@Suite("Paths as people type them") struct HomePathTests {
    @Test(
        "~ at the start is the home folder, and nothing else is",
        arguments: [
            ("~", "/home/a"), ("~/x y", "/home/a/x y"), ("~b/x", "~b/x"), ("x/~/y", "x/~/y"), ("/~", "/~"),
            ("", ""),
        ])
    func expanded(path: String, means: String) {
        #expect(Folders.expandingHome(path, home: "/home/a") == means)
        #expect(Folders.expandingHome(path, home: nil) == path)
    }

    @Test(
        "an answer can stand in quotation marks, as terminals paste it",
        arguments: [
            ("'/a b/c'", "/a b/c"), ("\"/a b/c\"", "/a b/c"), ("/a b", "/a b"), ("'/a", "'/a"), ("'", "'"), ("''", ""),
        ])
    func answered(answer: String, means: String) {
        #expect(Folders.answered(answer) == means)
    }
}
