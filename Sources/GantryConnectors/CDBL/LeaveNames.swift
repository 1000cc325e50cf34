internal import GantryEngine
internal import GantryModel

extension CDBL {
    /// The account's requests for leave, as a cell can name them: by id, or by the first day, with the type before it
    /// where several leaves start on one day (`MEDICAL 2026-10-05`).
    struct LeaveNames: Sendable {
        static let help = "The leave request's id, or its first day, such as 2026-10-05 or MEDICAL 2026-10-05."

        /// Leaves that the server lists and that can't be read.
        private(set) var unreadable = 0
        private var leaves: [String: String] = [:]
        private var byDay: [CivilDate: [(id: String, type: String)]] = [:]

        /// Takes a page of the server's list.
        mutating func add(_ page: UsableRecords<Leave>) {
            unreadable += page.unreadable
            for leave in page {
                let id = page.text(leave.id).asID
                let type = page.text(leave.type)
                let (start, end) = (leave.startDate, max(leave.startDate, leave.endDate))
                leaves[id] = start == end ? "\(type) \(start)" : "\(type) \(start) to \(end)"
                // Nobody means one that is cancelled or rejected by its day.
                if !hasEnded(page.text(leave.status)) { byDay[start, default: []].append((id, type)) }
            }
        }

        /// The id of the only leave that a text names; `nil` where none or several are.
        func id(_ text: String) -> String? {
            if leaves[text] != nil { return text }
            let found = starting(text)
            return found.count == 1 && unreadable == 0 ? found[0] : nil
        }

        /// The leave that a text means, unless it is the id.
        func reference(_ text: String) -> RowReference? {
            guard let id = id(text), id != text, let leave = leaves[id] else { return nil }
            return RowReference(text, "leave \(id), \(leave)")
        }

        /// Why a text names no leave for certain, where it names some day.
        func problem(_ text: String) -> RowProblem? {
            guard leaves[text] == nil, let day = LeaveNames.parts(text)?.day else { return nil }
            let found = starting(text)
            guard found.count != 1 || unreadable > 0 else { return nil }
            return RowProblem(
                "unknown-leave", field: "leave",
                found.isEmpty
                    ? "No leave request in effect starts on \(day).\(unreadableNote(unreadable, "leave"))"
                    : found.count == 1
                        ? "The leave request \(found[0]) starts on \(day), but the server also lists \(unreadableRecords(unreadable, "leave")). Enter the id of the right one."
                        : "\(found.count) leave requests start on \(day): \(found.sorted().joined(separator: ", ")). Enter the id of the right one."
            )
        }

        private func starting(_ text: String) -> [String] {
            guard let (type, day) = LeaveNames.parts(text) else { return [] }
            return (byDay[day] ?? []).filter {
                type.isEmpty || TextIdentity.text.folded($0.type) == TextIdentity.text.folded(type)
            }
            .map(\.id)
        }

        private static func parts(_ text: String) -> (type: String, day: CivilDate)? {
            let words = text.split(separator: " ")
            guard (1...2).contains(words.count), let day = words.last.flatMap({ CivilDate(String($0)) }) else {
                return nil
            }
            return (words.count == 2 ? String(words[0]) : "", day)
        }
    }
}
