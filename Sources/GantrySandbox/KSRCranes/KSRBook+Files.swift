import HTTPTypes
import Synchronization

/// A file that was stored for a worker. Its bytes are not kept.
struct WorkerDocument {
    var key: String
    var name: String
    var category: String
    var size: Int
    var contentType: String
    var stored: String

    var json: String {
        #"{"name":\#(jsonString(name)),"key":\#(jsonString(key)),"category":\#(jsonString(category)),"size":\#(size)"#
            + #","contentType":\#(jsonString(contentType))}"#
    }
}

/// Pictures and documents of workers.
extension KSRBook {
    static let mostPictureBytes = 5 << 20
    static let mostDocumentBytes = 10 << 20

    /// - Throws: ``Refusal`` with 400.
    static func form(_ request: BackendRequest) throws(Refusal) -> MultipartForm {
        do throws(MultipartForm.Flaw) {
            return try MultipartForm(contentType: request.headers[.contentType], body: request.body)
        } catch {
            throw Refusal(.error(400, "The form cannot be read: \(error.reason)"))
        }
    }

    private func worker(_ request: BackendRequest) throws(Refusal) -> (id: String, record: [UInt8]) {
        let id = request.parameters["id"] ?? ""
        guard Int(id) != nil else { throw Refusal(.error(400, "The worker's id must be a number")) }
        guard let record = state.withLock({ $0.lists[.workers]?.record(id) }) else {
            throw Refusal(.error(404, "Worker not found"))
        }
        return (id, record)
    }

    /// `POST /api/app/chef/workers/{id}/profile-image`: `profile_image`, by the type that the client declares.
    func storeProfileImage(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let (id, _) = try worker(request)
            guard let file = try Self.form(request).file("profile_image") else {
                throw Refusal(.error(400, "No image file provided"))
            }
            let endings = ["image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"]
            guard let ending = endings[file.contentType?.lowercased() ?? ""] else {
                throw Refusal(.error(400, "The image must be JPEG, PNG or WebP"))
            }
            guard file.content.count <= Self.mostPictureBytes else {
                throw Refusal(.error(400, "The image is larger than 5 MB"))
            }
            let url = "\(request.origin)/files/profile-images/\(id)/\(randomUUID()).\(ending)"
            state.withLock { state in
                state.lists[.workers]?.set("profile_picture_url", to: Array(jsonString(url).utf8), of: id)
                effects.enter(
                    "profile-image", ["id": id, "fileName": file.fileName ?? ""], id: url, content: file.content)
            }
            let body =
                #"{"success":true,"message":"Profile image uploaded","imageUrl":\#(jsonString(url)),"profile_picture_url":\#(jsonString(url))}"#
            return BackendAnswer(body: Array(body.utf8))
        }
    }

    /// `POST /api/app/chef/workers/{id}/documents`: any number of `files` in one `category`. One of more than 10 MB is
    /// left out without a word.
    func storeDocuments(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let (id, _) = try worker(request)
            let form = try Self.form(request)
            let files = form.files("files")
            guard !files.isEmpty else { throw Refusal(.error(400, "No files provided")) }
            let category = form.text("category").flatMap { $0.isEmpty ? nil : $0 } ?? "general"
            var stored: [WorkerDocument] = []
            for file in files where file.content.count <= Self.mostDocumentBytes {
                let name = String(
                    (file.fileName ?? "").lowercased().map {
                        $0.isASCII && ($0.isLetter || $0.isNumber || ".-_".contains($0)) ? $0 : "_"
                    })
                let document = WorkerDocument(
                    key: "documents/\(id)/\(category)/\(name)", name: name, category: category,
                    size: file.content.count,
                    contentType: file.contentType ?? "application/octet-stream", stored: now)
                stored.append(document)
                state.withLock { state in
                    // The object store has one object of a key.
                    state.documents[id, default: []].removeAll { $0.key == document.key }
                    state.documents[id, default: []].append(document)
                    effects.enter(
                        "documents", ["id": id, "category": category, "fileName": file.fileName ?? ""],
                        id: document.key, content: file.content)
                }
            }
            let list = stored.map(\.json).joined(separator: ",")
            let body =
                #"{"success":true,"message":"\#(stored.count) files uploaded","uploaded":[\#(list)],"worker_id":\#(id)}"#
            return BackendAnswer(body: Array(body.utf8))
        }
    }

    /// `GET` of the same.
    func documents(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let (id, record) = try worker(request)
            let prefix = request.query["prefix"] ?? ""
            let found = state.withLock { $0.documents[id, default: []] }.filter { $0.key.hasPrefix(prefix) }
            let list = found.map { document in
                let ending = document.name.split(separator: ".").last.map(String.init) ?? ""
                return
                    #"{"key":\#(jsonString(document.key)),"name":\#(jsonString(document.name)),"lastModified":"\#(document.stored)","size":\#(document.size)"#
                    + #","url":\#(jsonString("\(request.origin)/files/\(document.key)?X-Amz-Expires=3600&X-Amz-Signature=\(EntityTag(Array(document.key.utf8)).text.dropFirst().dropLast())"))"#
                    + #","category":\#(jsonString(document.category)),"extension":\#(jsonString(ending)),"isFolder":false}"#
            }
            let categories = Set(found.map(\.category)).sorted().map(jsonString).joined(separator: ",")
            let body =
                #"{"worker_id":\#(id),"worker_name":\#(jsonText(record.text("name"))),"documents":[\#(list.joined(separator: ","))]"#
                + #","categories":[\#(categories)],"total_count":\#(found.count)}"#
            return BackendAnswer(body: Array(body.utf8))
        }
    }
}
