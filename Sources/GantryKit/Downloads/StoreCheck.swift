internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryHTTP
internal import GantryModel

/// Distinguishes a file that can't be fetched from a server that delivers no files.
///
/// A file whose tries failed for a cause that may pass (no connection, no answer in time, 5xx, TLS) is at fault itself
/// if its server answers for another file of the run, be it with 404. The last file that the server gave is asked for
/// again. A server that has given none yet is asked for other files of the run, in order. When five files in a row
/// failed, the server is unavailable. Where the run has fewer files of the server, another server must answer for one
/// of its own.
///
/// Each file is requested at an address that is listed again, because a signed one is valid for about a minute.
actor StoreCheck {
    private struct File: Equatable {
        let stem: String
        /// What lists the file.
        let request: ReadRequest

        static func == (a: File, b: File) -> Bool { a.stem == b.stem }
    }

    /// Different files of one server in a row that could not be fetched.
    private static let filesOfOutage = 5

    private let transfers: FileTransfers
    private let request: @Sendable (Int) -> ReadRequest?
    private let listing: @Sendable (ReadRequest) async throws -> [Download]
    private var nextPage = 1
    /// The first files of each server, as far as the pages have been read.
    private var files: [String: [File]] = [:]
    /// The last file that each server gave.
    private var given: [String: File] = [:]
    /// Servers that have too few files in the run to be judged by them, while others answer.
    private var smallStores: Set<String> = []

    /// - Parameters:
    ///   - request: what lists the files of a page of the run, from 1; `nil` past the last page.
    ///   - listing: the files that a request lists.
    init(
        _ transfers: FileTransfers, request: @escaping @Sendable (Int) -> ReadRequest?,
        listing: @escaping @Sendable (ReadRequest) async throws -> [Download]
    ) {
        self.transfers = transfers
        self.request = request
        self.listing = listing
    }

    /// Notes that a server gave a file.
    func gave(_ download: Download, listedBy request: ReadRequest) async {
        guard let store = await transfers.store(of: download.address) else { return }
        given[store] = File(stem: download.stem, request: request)
    }

    /// Returns if the file itself is at fault.
    ///
    /// - Parameters:
    ///   - download: The file that could not be fetched.
    ///   - failure: Why, after all tries.
    /// - Throws: `RunError` with code `storeUnavailable`, which is retryable where the failure is; what `listing`
    ///   throws.
    func requireServer(of download: Download, after failure: HTTPError) async throws {
        guard let store = await transfers.store(of: download.address), !smallStores.contains(store) else { return }
        if let known = given[store], let outcome = try await fetchAgain(known) {
            guard case .failed(let error) = outcome else { return }
            throw StoreCheck.unavailable(store, "A file that it served before can't be fetched again", after: error)
        }
        var tried: Set<String> = [download.stem]
        var failures = 1
        var last = failure
        while failures < StoreCheck.filesOfOutage {
            if let next = files[store]?.first(where: { !tried.contains($0.stem) }) {
                tried.insert(next.stem)
                guard let outcome = try await fetchAgain(next) else { continue }
                guard case .failed(let error) = outcome else { return }
                failures += 1
                last = error
            } else if try await !readPage() {
                guard try await anotherAnswers(than: store) else { break }
                smallStores.insert(store)
                return
            }
        }
        let count = failures == 1 ? "A file" : "\(failures) files in a row"
        throw StoreCheck.unavailable(store, "\(count) could not be fetched", after: last)
    }

    /// Fetches a file at its current address; `nil` if it is no longer listed.
    private func fetchAgain(_ file: File) async throws -> FileTransfers.Outcome? {
        guard let download = try await listing(file.request).first(where: { $0.stem == file.stem }) else { return nil }
        return try await transfers.fetch(download.address)
    }

    /// Learns the files of one more page; false if there is none.
    private func readPage() async throws -> Bool {
        let page = nextPage
        guard let request = request(page) else { return false }
        let downloads = try await listing(request)
        nextPage = max(nextPage, page + 1)
        for download in downloads {
            guard let store = await transfers.store(of: download.address) else { continue }
            let file = File(stem: download.stem, request: request)
            let known = files[store, default: []]
            if known.count < StoreCheck.filesOfOutage, !known.contains(file) { files[store, default: []].append(file) }
        }
        return true
    }

    private func anotherAnswers(than store: String) async throws -> Bool {
        if !given.isEmpty { return true }
        for (other, files) in files.sorted(by: { $0.key < $1.key }) where other != store {
            guard let file = files.first, let outcome = try await fetchAgain(file) else { continue }
            guard case .failed = outcome else { return true }
        }
        return false
    }

    private static func unavailable(_ store: String, _ what: String, after failure: HTTPError) -> RunError {
        RunError(
            .storeUnavailable, "The server \(store) is unavailable. \(what): \(failure.shortReason).",
            advice: failure.isRetryable
                ? "No file is reported missing because of this. Run the same command again later to continue."
                : "No file is reported missing because of this. Check the server's certificate and the connection's ca-file, then run the "
                    + "same command again to continue.",
            isRetryable: failure.isRetryable)
    }
}

extension HTTPError {
    /// The cause in few words without names and numbers that change from try to try, for lists of exceptions.
    var shortReason: String {
        switch lastCode {
        case .status: "the server answered \(status ?? 0)"
        case .nameNotFound: "the name of its server was not found"
        case .connectFailed: "its server refuses connections"
        case .timeout, .stalled, .deadlineExceeded: "its server did not answer in time"
        case .tls: "its server's certificate or TLS failed"
        default: "its server broke off the answer"
        }
    }
}
