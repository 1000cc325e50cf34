import Foundation
import GantryFormats
import GantryTestSupport
import Testing

@Suite("The samples of uploads")
struct SampleTests {
    private static let folders: [(String, Int, Set<MediaType>)] = [
        ("certificates", 10, [.pdf, .png, .jpeg]), ("photos", 13, [.jpeg]), ("profile-images", 2, [.jpeg]),
    ]

    @Test("are fit to be sent, and each is a row of its sheet", arguments: folders)
    func fit(folder: String, count: Int, accepted: Set<MediaType>) throws {
        let names = try Uploads.names(folder)
        #expect(names.count == count)
        // A row that stands there twice, or has a hostile file, is one that is refused.
        #expect(
            try Set(Uploads.rows("\(folder).csv").map { $0[0] }).filter { !$0.hasPrefix("hostile/") }.sorted() == names)
        for name in names {
            let report = try MediaInspection.inspect(
                path: name, in: Uploads.folder.path, accepts: accepted, limit: 10_000)
            #expect(report.problems == [], "\(name)")
        }
        #expect(
            try MediaInspection.inspect(path: "signature.png", in: Uploads.folder.path, accepts: [.png], limit: 10_000)
                .problems == [])
    }

    @Test(
        "belong to sample leaves, appointments and workers",
        arguments: [
            ("certificates.csv", "cdbl-lms/leaves.json"), ("photos.csv", "autodetail-hub/appointments.json"),
            ("profile-images.csv", "ksr-cranes/workers.json"),
        ])
    func targets(sheet: String, records: String) throws {
        let text = try String(contentsOf: Uploads.folder.appending(path: "../\(records)"), encoding: .utf8)
        for row in try Uploads.rows(sheet) where row[0].contains("/" + row[1]) {
            let key =
                switch sheet {
                case "certificates.csv": "\"id\":\"\(row[1])\",\"type\":\"MEDICAL\""
                case "photos.csv": "\"id\":\"\(row[1])\","
                default: "\"employee_id\":\(row[1]),"
                }
            #expect(text.contains(key), "\(row)")
        }
    }

    @Test(
        "of hostile files are refused, each for its reason",
        arguments: [
            ("document.jpg", "wrong-type"), ("cut-short.jpg", "damaged-jpeg"), ("broken-checksum.png", "damaged-png"),
            ("empty.pdf", "empty"),
            ("cut-short.pdf", "wrong-type"),
        ])
    func hostile(name: String, code: String) throws {
        let report = try MediaInspection.inspect(
            path: "hostile/\(name)", in: Uploads.folder.path, accepts: [.jpeg, .png], limit: 10_000)
        #expect(report.problems.map(\.code.rawValue) == [code])
    }

    @Test("with endless Exif keep their orientation")
    func endless() throws {
        let report = try MediaInspection.inspect(
            path: "hostile/endless-exif.jpg", in: Uploads.folder.path, accepts: [.jpeg], limit: 10_000,
            privacy: .gpsOnly)
        #expect(report.problems == [])
        #expect(report.removed == [.cameraData])
    }

    @Test("are what Scripts/make-samples makes")
    func made() throws {
        let folder = try TemporaryFolder()
        let script = Uploads.folder.appending(path: "../../Scripts/make-samples").standardized.path
        try Tool.python(
            "import runpy, sys; sys.argv = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name='__main__')",
            [script, folder.path])
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where name.contains(".") {
            #expect(try Data(contentsOf: URL(filePath: folder.file(name))) == Data(try Uploads.bytes(name)), "\(name)")
        }
    }
}
