package import GantryConnectors
internal import GantryEngine
internal import GantryFiles
package import GantryModel

/// Entries whose number came before: the same again is counted once, and another content is a conflict.
extension PayrollRules {
    /// An entry that says the same as the first of its number in its chunk is decided here; any other makes the number
    /// a suspect, for which all that is landed is read again.
    mutating func noteRepeats(in checked: borrowing Checked<WorkEntry>) {
        var first: [Int64: Int] = [:]
        var repeats = 0
        for index in checked.chunk.records.indices where checked.verdicts[index] != .rejected {
            let id = checked.chunk.records[index].id
            let earlier = first[id]
            if earlier == nil { first[id] = index } else { repeats += 1 }
            guard checked.verdicts[index] == .repeated else { continue }
            if let earlier, checked.verdicts[earlier] != .repeated,
                checked.chunk.content(of: earlier) == checked.chunk.content(of: index)
            {
                sameAgain.insert(id)
            } else if suspects[id] == nil {
                suspects[id] = .some(nil)
            }
        }
        if checked.chunk.page > 0 { repeatsWithinPages += repeats }
    }

    /// In the first pass every entry with a number that came before counts as a repeat, whatever else it says.
    package var repeats: Int { wholeBatch == nil ? counts.repeats : 0 }

    /// Those that are settled by their own chunk only where there are no others.
    package var repeatedKeys: [String] {
        (suspects.isEmpty ? sameAgain : Set(suspects.keys)).sorted().prefix(5).map(\.keyText)
    }

    package func idsToCompare() -> Set<Int64> { wholeBatch == nil ? Set(suspects.keys) : [] }

    package mutating func compare(_ chunk: Chunk<WorkEntry>) {
        var nextReject = 0
        for (index, entry) in chunk.records.enumerated() {
            while nextReject < chunk.rejects.count, chunk.rejects[nextReject].index < index { nextReject += 1 }
            if nextReject < chunk.rejects.count, chunk.rejects[nextReject].index == index { continue }
            guard let first = suspects[entry.id] else { continue }
            let content = ContentHasher.digest(of: chunk.content(of: index).span)
            let place =
                period.contains(entry.workDate) ? EmployeeDay(employeeID: entry.employeeID, date: entry.workDate) : nil
            let hours = max(entry.totalHours, .zero)
            let counts = slots[entry.employeeID].map { countsTowardsDay(entry, Int($0)) } ?? true
            if var known = first {
                guard known.content != content else { continue }
                if !known.conflicts, known.counts, let place = known.place { known.most[place] = known.hours }
                known.conflicts = true
                if counts, let place { known.most[place] = max(known.most[place] ?? .zero, hours) }
                suspects[entry.id] = known
            } else {
                suspects[entry.id] = Suspect(content: content, place: place, hours: hours, counts: counts)
            }
        }
    }
}

/// The first entry of a number that came more than once, and the outcome of the number.
struct Suspect {
    let content: ContentDigest
    /// Where the first entry's hours count, `nil` outside the period.
    let place: EmployeeDay?
    let hours: Hours
    /// Whether they count towards what a day can have.
    let counts: Bool
    /// Another entry of the number says something else.
    var conflicts = false
    /// Where the number conflicts: the most that one of its entries has, by person and day.
    var most: [EmployeeDay: Hours] = [:]
}
