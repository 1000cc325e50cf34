internal import GantryEngine
internal import GantryModel

extension KSRCranes {
    /// The workers that rows can be for.
    public struct Workers: Sendable {
        private var named = NamedRecords()
        /// Workers that the server lists and that can't be read.
        private var unreadable = 0

        static let help = "The number of the worker, or the e-mail address or full name."

        /// Reads all workers.
        static func load(_ server: any ServerReader) async throws -> Workers {
            var workers = Workers()
            try await server.readAll(Worker.dataset, period: nil, filters: [:]) { page in
                workers.unreadable += page.unreadable
                for record in page {
                    workers.named.add(
                        id: String(record.id), name: page.text(record.name),
                        email: record.email.map { page.text($0) } ?? "")
                }
            }
            return workers
        }

        private func found(_ text: String) -> [NamedRecords.Record] {
            named.find(Int64(text).map { String($0) } ?? text)
        }

        /// The number of the only worker that the text names; `nil` where none or several are.
        func number(_ text: String) -> Int64? {
            let found = found(text)
            return found.count == 1 ? Int64(found[0].id) : nil
        }

        /// The worker that the text means, unless it is the number.
        func reference(_ text: String) -> RowReference? {
            Int64(text) == nil ? named.reference(text, "worker") : nil
        }

        /// Why the text names no worker for certain.
        func problem(_ text: String, _ field: String) -> RowProblem? {
            let found = found(text)
            let shown = singleLine(text, limit: 60)
            if found.count > 1 {
                return RowProblem(
                    "several-workers", field: field,
                    "\(found.count) workers are called \(shown). Their numbers: \(NamedRecords.listed(found)). Enter the number of the right one."
                )
            }
            guard let worker = found.first else {
                if let number = Int64(text) { return unknownWorker(number, field, unreadable: unreadable) }
                let like = named.like(text)
                return RowProblem(
                    "unknown-worker", field: field,
                    "The server has no worker with the number, e-mail address or full name \(shown)."
                        + (like.isEmpty
                            ? "" : " Numbers of workers whose name contains it: \(NamedRecords.listed(like)).")
                        + unreadableNote(unreadable, "worker"))
            }
            // Numbers and addresses belong to one worker each, names don't.
            guard unreadable > 0, Int64(text) == nil, !worker.isNamedAlone(by: text) else { return nil }
            return RowProblem(
                "workers-unreadable", field: field,
                "Worker \(worker.id) is called \(shown), but the server also lists \(unreadableRecords(unreadable, "worker")), "
                    + "which may have the same name. Enter the number of the right one.")
        }
    }

    /// The problem of a number that no worker has, as far as the server's list can be read.
    static func unknownWorker(_ id: Int64, _ field: String, unreadable: Int = 0) -> RowProblem {
        RowProblem(
            "unknown-worker", field: field, "The server has no worker \(id).\(unreadableNote(unreadable, "worker"))")
    }
}
