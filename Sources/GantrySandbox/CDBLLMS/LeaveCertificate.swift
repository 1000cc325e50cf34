internal import GantryJSON
import HTTPTypes

/// A certificate that is uploaded for a leave.
struct LeaveCertificate {
    private static let mostBytes = 5 << 20

    enum Kind: String {
        case medical
        case fitness

        /// The leave's field that shows the certificate.
        var field: String { self == .medical ? "certificateUrl" : "fitnessCertificateUrl" }
    }

    var kind: Kind
    var fileName: String
    /// Without a dot, by content.
    var fileExtension: String
    var content: ArraySlice<UInt8>

    /// - Throws: ``Refusal`` for an invalid form, an unknown kind, and a file of another type or more than 5 MiB.
    init(_ request: BackendRequest) throws(Refusal) {
        let form: MultipartForm
        do throws(MultipartForm.Flaw) {
            form = try MultipartForm(contentType: request.headers[.contentType], body: request.body)
        } catch {
            throw CDBLError.invalidInput.refusal("The form can't be read: \(error.reason)")
        }
        guard let file = form.file("file") else {
            throw CDBLError.invalidInput.refusal("file is required", required: "file")
        }
        // On the deployed server, a form without a kind is a medical certificate.
        guard let kind = Kind(rawValue: form.text("type") ?? Kind.medical.rawValue) else {
            throw CDBLError.invalidInput.refusal(
                "type must be medical or fitness", required: "medical, fitness",
                provided: form.text("type").map(JSONTree.string))
        }
        guard file.content.count <= Self.mostBytes else {
            throw CDBLError.fileTooLarge.refusal(
                "The file is larger than 5 MB", required: .integer(Self.mostBytes),
                provided: .integer(file.content.count))
        }
        guard let type = Self.fileExtension(of: file.content) else {
            throw CDBLError.unsupportedFileType.refusal("Use PDF, JPG or PNG", required: "pdf, jpg, png")
        }
        self.kind = kind
        fileName = file.fileName ?? ""
        fileExtension = type
        content = file.content
    }

    private static func fileExtension(of content: ArraySlice<UInt8>) -> String? {
        if content.starts(with: "%PDF-".utf8) { return "pdf" }
        if content.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        return content.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) ? "png" : nil
    }
}
