internal import GantryJSON
import HTTPTypes
import Synchronization

/// A file that was uploaded for a worker. Its bytes are not stored.
struct WorkerDocument {
    var key: String
    var name: String
    var category: String
    var size: Int
    var contentType: String
    var stored: String
}

/// Pictures and documents of workers.
extension KSRStore {
    static let mostPictureBytes = 5 << 20
    static let mostDocumentBytes = 10 << 20

    /// - Throws: ``Refusal`` with 400.
    static func form(_ request: BackendRequest) throws(Refusal) -> MultipartForm {
        do throws(MultipartForm.Flaw) {
            return try MultipartForm(contentType: request.headers[.contentType], body: request.body)
        } catch {
            throw .error(400, "The form can't be read: \(error.reason)")
        }
    }

    private func worker(_ request: BackendRequest) throws(Refusal) -> [UInt8] {
        guard Int(request.id) != nil else { throw .error(400, "The worker's id must be a number") }
        guard let record = state.withLock({ $0[.workers].record(request.id) }) else {
            throw .error(404, "Worker not found")
        }
        return record
    }

    /// `POST /api/app/chef/workers/{id}/profile-image`: `profile_image`, by the type that the client declares.
    func storeProfileImage(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let id = request.id
        _ = try worker(request)
        guard let file = try Self.form(request).file("profile_image") else {
            throw .error(400, "No image file provided")
        }
        let endings = ["image/jpeg": "jpg", "image/png": "png", "image/webp": "webp"]
        guard let ending = endings[file.contentType?.lowercased() ?? ""] else {
            throw .error(400, "The image must be JPEG, PNG or WebP")
        }
        guard file.content.count <= Self.mostPictureBytes else { throw .error(400, "The image is larger than 5 MB") }
        let url = "\(request.origin)/files/profile-images/\(id)/\(randomUUID()).\(ending)"
        state.withLock { state in
            state[.workers].set("profile_picture_url", to: .string(url), of: id)
            effects.enter("profile-image", ["id": id, "fileName": file.fileName ?? ""], id: url, content: file.content)
        }
        return BackendAnswer([
            "success": true, "message": "Profile image uploaded", "imageUrl": .string(url),
            "profile_picture_url": .string(url),
        ])
    }

    /// `POST /api/app/chef/workers/{id}/documents`: any number of `files` in one `category`. Files of more than 10 MB
    /// are left out without a message.
    func storeDocuments(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let id = request.id
        _ = try worker(request)
        let form = try Self.form(request)
        let files = form.files("files")
        guard !files.isEmpty else { throw .error(400, "No files provided") }
        let category = form.text("category").flatMap { $0.isEmpty ? nil : $0 } ?? "general"
        var uploaded: [JSONTree] = []
        for file in files where file.content.count <= Self.mostDocumentBytes {
            let name = storedName((file.fileName ?? "").lowercased())
            let document = WorkerDocument(
                key: "documents/\(id)/\(category)/\(name)", name: name, category: category, size: file.content.count,
                contentType: file.contentType ?? "application/octet-stream", stored: now)
            uploaded.append([
                "name": .string(name), "key": .string(document.key), "category": .string(category),
                "size": .integer(document.size), "contentType": .string(document.contentType),
            ])
            state.withLock { state in
                // The object store has one object for a key.
                state.documents[id, default: []].removeAll { $0.key == document.key }
                state.documents[id, default: []].append(document)
                effects.enter(
                    "documents", ["id": id, "category": category, "fileName": file.fileName ?? ""], id: document.key,
                    content: file.content)
            }
        }
        return BackendAnswer([
            "success": true, "message": "\(uploaded.count) files uploaded", "uploaded": .array(uploaded),
            "worker_id": .number(id),
        ])
    }

    /// `GET` of the same.
    func documents(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let record = try worker(request)
        let prefix = request.query["prefix"] ?? ""
        let found = state.withLock { $0.documents[request.id, default: []] }.filter { $0.key.hasPrefix(prefix) }
        let list = found.map { document -> JSONTree in
            let signature = EntityTag(Array(document.key.utf8)).digits
            let url = "\(request.origin)/files/\(document.key)?X-Amz-Expires=3600&X-Amz-Signature=\(signature)"
            return [
                "key": .string(document.key), "name": .string(document.name),
                "lastModified": .string(document.stored), "size": .integer(document.size), "url": .string(url),
                "category": .string(document.category),
                "extension": .string(document.name.split(separator: ".").last.map(String.init) ?? ""),
                "isFolder": false,
            ]
        }
        return BackendAnswer([
            "worker_id": .number(request.id), "worker_name": JSONTree(record.text("name")),
            "documents": .array(list),
            "categories": .array(Set(found.map(\.category)).sorted().map(JSONTree.string)),
            "total_count": .integer(found.count),
        ])
    }
}
