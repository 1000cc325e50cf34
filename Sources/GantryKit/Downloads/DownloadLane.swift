package import GantryAccounts
package import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryHTTP
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

/// Fetches the files that one record lists, and makes a page of records of them.
///
/// A file has its final name before its record can reach the landing, so that every file that a checkpoint knows
/// exists. A file that is fetched again after an interruption replaces what was left behind.
package actor DownloadLane<Files: FileListing> {
    package typealias R = Files.R

    private let files: Files
    private let listing: PageLane<Files.Listing>
    private let transfers: FileTransfers
    private let stores: StoreCheck
    private let folder: String
    private let decoder: any PageDecoding<R>

    /// Lanes that share their findings about servers.
    ///
    /// - Parameters:
    ///   - folder: where the files go; it exists.
    ///   - pages: how many pages the run has.
    ///   - request: what lists the files of a page, from 1.
    package static func lanes(
        _ count: Int, of dataset: Dataset<R>, files: Files, connection: APIConnection, transfers: FileTransfers,
        folder: String, pages: Int, request: @escaping @Sendable (_ page: Int) -> ReadRequest
    ) -> [DownloadLane<Files>] {
        let listing = PageLane(connection, files.listing.variant(of: connection.contract))
        let stores = StoreCheck(transfers, request: { $0 <= pages ? request($0) : nil }) { request in
            do {
                return files.downloads(try await listing.fetch(request).chunk)
            } catch let error as HTTPError where error.code == .status && error.status == 404 {
                // It existed when its files were fetched.
                return []
            }
        }
        return (0..<max(count, 1)).map { _ in
            DownloadLane(
                dataset, files: files, connection: connection, transfers: transfers, stores: stores, folder: folder)
        }
    }

    private init(
        _ dataset: Dataset<R>, files: Files, connection: APIConnection, transfers: FileTransfers,
        stores: StoreCheck, folder: String
    ) {
        self.files = files
        decoder = dataset.decoder()
        listing = PageLane(connection, files.listing.variant(of: connection.contract))
        self.transfers = transfers
        self.stores = stores
        self.folder = folder
    }

    package func fetch(_ request: ReadRequest) async throws -> FetchedPage<R> {
        let page = try await listing.fetch(request).chunk
        var downloads = files.downloads(page)
        // What can't be read lists no files; without a name it is a reject, so that it is not forgotten.
        var lines = page.rejects.map { _ in "{\"file\":null}" }
        for index in downloads.indices {
            var outcome = try await transfers.fetch(downloads[index].address, mayBeCut: ImageType.mayBeCut)
            if case .none(_, status: 403) = outcome {
                // A signed address holds for a minute or so, and the files before it may have taken longer.
                let renewed = files.downloads(try await listing.fetch(request).chunk)
                if renewed.map(\.stem) == downloads.map(\.stem) {
                    downloads = renewed
                    outcome = try await transfers.fetch(downloads[index].address, mayBeCut: ImageType.mayBeCut)
                }
            }
            switch outcome {
            case .file: await stores.gave(downloads[index], listedBy: request)
            case .failed(let error): try await stores.requireServer(of: downloads[index], after: error)
            case .none: break
            }
            lines.append(try line(downloads[index], outcome))
        }
        var chunk = Chunk<R>(bytes: Array("[\(lines.joined(separator: ","))]".utf8))
        let envelope: PageEnvelope
        do throws(JSONProblem) {
            envelope = try decoder.decodePage(&chunk, listKeys: [])
        } catch {
            throw RunError(.verificationFailed, "The records of downloaded files can't be read back: \(error).")
        }
        return FetchedPage(chunk: chunk, envelope: envelope, fingerprint: [])
    }

    /// Keeps a file under its name and gives its record as JSON.
    private func line(_ download: Download, _ outcome: FileTransfers.Outcome) throws -> String {
        var problem: String?
        var file = download.stem
        var facts: [JSONTree.Member] = []
        switch outcome {
        case .none(let reason, _): problem = reason
        case .failed(let error): problem = error.shortReason
        case .file(let bytes):
            guard let type = ImageType(bytes) else {
                problem = bytes.isEmpty ? "the file is empty" : "the file is not an image"
                break
            }
            guard type.holdsEnd(bytes) else {
                problem = "the image is cut off"
                break
            }
            file += ".\(type.ending)"
            try Publishing.writeDurably(bytes.span, to: "\(folder)/\(file)")
            facts = [
                JSONTree.Member("type", .string(type.rawValue)), JSONTree.Member("bytes", .integer(bytes.count)),
                JSONTree.Member("sha256", .string(ContentHasher.digest(of: bytes.span).description)),
            ]
        }
        if let problem { facts = [JSONTree.Member("problem", .string(problem))] }
        let members = download.members + facts.map { ($0.key, $0.value.compact) }
        return "{\"file\":\(JSONTree.string(file).compact)"
            + members.map { ",\(JSONTree.string($0.name).compact):\($0.json)" }.joined() + "}"
    }
}

/// The files of a finished download, as the landing has them.
enum DownloadedFiles {
    /// Every file, in order.
    static func list<R: DatasetRecord>(
        _ dataset: Dataset<R>, _ listing: any FileListing<R>, landing path: String
    ) async throws -> [DownloadedFile] {
        let reader = try LandingReader(dataset, path: path, length: try ReadFile.open(path).size, tail: [])
        var files: [DownloadedFile] = []
        while let chunk = try await reader.next() {
            let rejects = Set(chunk.rejects.map(\.index))
            for index in 0..<chunk.count where !rejects.contains(index) {
                if let file = listing.file(chunk.records[index], in: chunk) { files.append(file) }
            }
        }
        return files
    }

    /// Removes what interrupted attempts left in the folder and no record names, such as a file that the server has no
    /// more.
    static func removeOthers(than files: [DownloadedFile], in folder: String, under root: String) throws {
        let wanted = Set(files.map(\.name))
        for entry in try Folders.list(folder) {
            let name = String(entry.path.split(separator: "/").last ?? "")
            if !wanted.contains(name) {
                try Folders.remove("\(folder.dropFirst(root.utf8.count + 1))/\(name)", under: root)
            }
        }
    }
}
