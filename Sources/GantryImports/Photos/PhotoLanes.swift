internal import Dispatch
internal import FoundationEssentials
internal import GantryAccounts
internal import GantryEngine
internal import GantryFormats

/// Converts photos side by side, as many at once as there are processors, on threads of their own: other tasks send
/// meanwhile. The longest go first, so that no processor waits at the end for one that began last.
struct PhotoLanes: Sendable {
    /// The place of a row in the ledger, the field and the file.
    typealias Job = (row: Int, field: String, file: LookedFile)
    typealias Done = (row: Int, field: String, image: Result<OutgoingFile, RowProblems>)

    private let rules: FileRules
    private let queue = DispatchQueue(label: "gantry.photos", attributes: .concurrent)

    init(_ rules: FileRules) { self.rules = rules }

    /// The images, in no order.
    ///
    /// - Throws: What keeps any photo from being converted.
    @concurrent
    func images(_ jobs: [Job]) async throws -> [Done] {
        try await withThrowingTaskGroup(of: Done.self) { tasks in
            var rest = jobs.sorted { PhotoLanes.effort($0.file) > PhotoLanes.effort($1.file) }[...]
            for job in rest.prefix(max(ProcessInfo.processInfo.activeProcessorCount, 1)) {
                rest = rest.dropFirst()
                tasks.addTask { try await image(job) }
            }
            var done: [Done] = []
            while let one = try await tasks.next() {
                done.append(one)
                if let job = rest.popFirst() { tasks.addTask { try await image(job) } }
            }
            return done
        }
    }

    /// About how long one takes, beside others.
    private static func effort(_ file: LookedFile) -> Int {
        switch file {
        case .file: 0
        // A HEIC photo is half as long as a JPEG of as many pixels, and takes twice as long.
        case .photo(let photo): photo.photo.size * (photo.photo.kind == .heic ? 4 : 1)
        }
    }

    private func image(_ job: Job) async throws -> Done {
        switch job.file {
        case .file(let file): return (job.row, job.field, .success(file))
        case .photo(let photo):
            let image = try await withCheckedThrowingContinuation { continuation in
                queue.async { continuation.resume(with: Result { try rules.image(of: photo) }) }
            }
            return (job.row, job.field, image)
        }
    }
}
