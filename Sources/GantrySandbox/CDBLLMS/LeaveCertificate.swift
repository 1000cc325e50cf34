import HTTPTypes

/// A certificate that is uploaded for a leave.
struct LeaveCertificate {
    static let mostBytes = 5 << 20

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

    /// - Throws: ``Refusal`` for a form that is none, an unknown kind, and a file of another type or more than 5 MiB.
    init(_ request: BackendRequest) throws(Refusal) {
        let form: MultipartForm
        do throws(MultipartForm.Flaw) {
            form = try MultipartForm(contentType: request.headers[.contentType], body: request.body)
        } catch {
            throw Refusal(CDBLError.invalidInput.answer("The form cannot be read: \(error.reason)"))
        }
        guard let file = form.file("file") else {
            throw Refusal(CDBLError.invalidInput.answer("file is required", required: "file"))
        }
        // A form without a kind is a medical certificate to the deployed server.
        guard let kind = Kind(rawValue: form.text("type") ?? Kind.medical.rawValue) else {
            throw Refusal(
                CDBLError.invalidInput.answer(
                    "type must be medical or fitness", required: "medical, fitness", provided: form.text("type")))
        }
        guard file.content.count <= Self.mostBytes else {
            throw Refusal(
                CDBLError.fileTooLarge.answer(
                    "The file is larger than 5 MB", required: Self.mostBytes, provided: file.content.count))
        }
        guard let type = Self.fileExtension(of: file.content) else {
            throw Refusal(CDBLError.unsupportedFileType.answer("Use PDF, JPG or PNG", required: "pdf, jpg, png"))
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

    struct Stored {
        var name: String
        var address: String
        var signedAddress: String
        var ends: Moment

        var json: [UInt8] {
            Array(
                #"{"url":\#(jsonString(address)),"signedUrl":\#(jsonString(signedAddress)),"expiresAt":"\#(ends.text)"}"#
                    .utf8)
        }
    }

    /// Where it lies now. The signed address is good for a quarter of an hour.
    func stored(at origin: String, now: Moment) -> Stored {
        let name = "\(randomUUID()).\(fileExtension)"
        let address = "\(origin)/api/uploads/\(name)"
        return Stored(
            name: name, address: address, signedAddress: "\(address)?token=\(randomToken())", ends: now.adding(900))
    }
}
