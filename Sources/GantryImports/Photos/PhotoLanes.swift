internal import Dispatch
internal import FoundationEssentials
internal import GantryAccounts
internal import GantryEngine

/// Converts photos side by side, as many at once as there are processors, on threads of their own: other tasks send
/// meanwhile.
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
            var rest = jobs[...]
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
