internal import Dispatch
internal import FoundationEssentials
internal import GantryAccounts
internal import GantryFormats

/// Converts photos side by side, as many at once as there are processors, on threads of their own: other tasks send
/// meanwhile. The longest go first, so that no processor waits at the end for one that began last.
struct PhotoLanes: Sendable {
    /// The place of a row in the ledger, the field and the file.
    typealias Job = (row: Int, field: String, file: LookedFile)
    typealias Done = (row: Int, field: String, image: Result<OutgoingFile, RowProblems>)

    private let rules: FileRules
    private static let queue = DispatchQueue(label: "gantry.photos", attributes: .concurrent)

    init(_ rules: FileRules) { self.rules = rules }

    /// The images, in no order.
    ///
    /// - Throws: What keeps any photo from being converted.
    func images(_ jobs: [Job]) async throws -> [Done] {
        let longestFirst = jobs.sorted { PhotoLanes.effort($0.file) > PhotoLanes.effort($1.file) }
        return try await PhotoLanes.sideBySide(longestFirst) { job in
            switch job.file {
            case .file(let file): (job.row, job.field, .success(file))
            case .photo(let photo): (job.row, job.field, try rules.image(of: photo))
            }
        }
    }

    /// What each job gives, in their order.
    @concurrent
    static func sideBySide<Job: Sendable, Done: Sendable>(
        _ jobs: [Job], _ work: @escaping @Sendable (Job) throws -> Done
    ) async throws -> [Done] {
        try await withThrowingTaskGroup(of: (Int, Done).self) { tasks in
            func begin(_ index: Int) {
                tasks.addTask {
                    let done = try await withCheckedThrowingContinuation { continuation in
                        queue.async { continuation.resume(with: Result { try work(jobs[index]) }) }
                    }
                    return (index, done)
                }
            }
            var rest = jobs.indices
            for index in rest.prefix(max(ProcessInfo.processInfo.activeProcessorCount, 1)) {
                rest = rest.dropFirst()
                begin(index)
            }
            var done: [Done?] = jobs.map { _ in nil }
            while let (index, one) = try await tasks.next() {
                done[index] = one
                if let index = rest.popFirst() { begin(index) }
            }
            return done.compactMap(\.self)
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
}
