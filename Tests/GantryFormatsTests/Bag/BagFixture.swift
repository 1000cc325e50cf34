import Foundation
import GantryFiles
import GantryFormats
import GantryModel
import Testing

let baggingDate = CivilDate(daysSince1970: 20_759)

/// A bag with three payload files, one of them empty.
func makeBag(_ folder: ScratchFolder) throws -> [BagFile] {
    try Folders.makePrivate("bag/data/sub", under: folder.path)
    let contents: [(String, String)] = [
        ("data/work-entries.csv", "id;hours\n1;7,5\n"), ("data/payroll.xml", "<batch/>\n"),
        ("data/sub/empty.jsonl", ""),
    ]
    var files: [BagFile] = []
    for (path, text) in contents {
        let bytes = Array(text.utf8)
        try Publishing.writeDurably(bytes.span, to: folder.file("bag/\(path)"))
        files.append(BagFile(path: path, length: bytes.count, digest: ContentHasher.digest(of: bytes.span)))
    }
    return files
}

let bagInformation: [BagWriter.Information] = [
    .init("Source-Organization", "KSR Cranes, Århus"),
    .init("External-Identifier", "payroll-monthly/2026-10/r1"),
    .init("External-Description", "two lines\nPayload-Oxum: 0.0\r\n\u{2028}end"),
]

/// `bagit.py --validate` by the Python that `GANTRY_TEST_PYTHON` names, `python3` without it.
func validateWithBagit(_ folder: ScratchFolder) throws -> ToolAnswer {
    let python = ProcessInfo.processInfo.environment["GANTRY_TEST_PYTHON"] ?? "python3"
    let answer = try runTool(
        python, ["-c", "import bagit, sys; bagit.Bag(sys.argv[1]).validate(processes=1)", "bag"], in: folder.path)
    if answer.errors.contains("ModuleNotFoundError") {
        Issue.record("\(python) has no bagit: pip install bagit, and name that Python in GANTRY_TEST_PYTHON")
    }
    return answer
}
