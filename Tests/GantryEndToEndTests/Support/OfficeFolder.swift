import FoundationEssentials
import Synchronization

/// A folder of certificates and photos, and a workbook of both, as an office has them.
enum OfficeFolder {
    /// As many as an office has, where all trials are made.
    static let count = Product.trials == 1 ? 40 : 200
    static let missing = 6
    static let doubtful = 11

    static let photoCount = Product.trials == 1 ? 24 : 300
    /// Photos and a sheet of them.
    static let photos = Once { () async throws -> TestFolder in
        let folder = try TestFolder("office photos")
        try await Command(
            [
                Product.python, Product.tools + "/make_office_photos.py", folder.file("photos"), "\(photoCount)",
                folder.file("photos.csv"),
            ], timeout: .seconds(600)
        ).succeed()
        return folder
    }

    static func upload() async throws -> Upload {
        let upload = try await Upload()
        let made = try await photos.value
        try await upload.fill(count)
        let leaves = try await Upload.leaves.value
        var rows = "file,leave,type,note\r\n"
        for number in 0..<count {
            let name = "scan-\(number)"
            let file: String
            switch number % 5 {
            case 0: file = "C:\\Attester\\\(name.uppercased()).PDF"
            case 1: file = name
            case 2: file = "Scan-\(number).pdf"
            case 3:
                file = "attest.pdf"
                let folder = upload.scan("\(leaves[number]) Ferie")
                try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
                try FileManager.default.moveItem(atPath: upload.scan(name + ".pdf"), toPath: folder + "/attest.pdf")
            default: file = name + ".pdf"
            }
            rows += "\(file),\(leaves[number]),Lægeattest,\(number == 9 ? "haster" : "")\r\n"
        }
        try remove(upload.scan("scan-\(missing).pdf"))
        try await Command(["cp", "-r", made.file("photos") + "/.", upload.folder.file("scans")]).succeed()
        try write("x", to: upload.scan("scan-\(doubtful).jpg"))
        try write(rows, to: upload.folder.file("october.csv"))
        try await Command([
            Product.python, Product.tools + "/make_workbook.py", upload.folder.file("october.csv"),
            upload.folder.file("october.xlsx"), "title", "danish", "sums", "beside", "notes",
            "with=" + made.file("photos.csv"),
        ]).succeed()
        let file = upload.folder.file("certificates-upload.yaml")
        try write(
            try text(of: upload.pipeline.withLock { $0 }) + "sheet: { values: { type: { Lægeattest: medical } } }\n",
            to: file)
        upload.pipeline.withLock { $0 = file }
        return upload
    }
}
