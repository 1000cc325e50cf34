package import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
package import GantryModel

/// The joined workers of a run: fetched once, landed with only what the pipeline uses, and read back on continuing.
package enum JoinedWorkers {
    package static let fileName = "workers.jsonl"

    /// The workers of a page.
    /// - Parameter count: how many pages before it held.
    package static func persons(_ chunk: Chunk<Worker>, _ others: [String], before count: Int) throws -> [Roster.Person]
    {
        var unreadable: [Int: String] = [:]
        for reject in chunk.rejects {
            // A rate that can't be read is a finding of its worker; the others are not to wait for it.
            let worker = chunk.records[reject.index]
            if reject.field == PayRate.hourly.rawValue, worker.id > 0, worker.name.count > 0 {
                unreadable[reject.index] = reject.found
                continue
            }
            throw RunError(
                .sourceIncomplete,
                "Worker \(count + reject.index + 1) of the worker list is unusable: \(reject.field) is \(reject.found), expected \(reject.expected).",
                advice:
                    "Have the worker corrected at the source, because pay needs every worker's name and rate."
            )
        }
        return chunk.records.enumerated().map { index, worker in
            var texts: [String: String] = [:]
            for field in Worker.fields where others.contains(field.name) {
                if let text = field.access.text(of: worker, text: { chunk.text($0) }) { texts[field.name] = text }
            }
            return Roster.Person(
                id: worker.id, name: chunk.text(worker.name), hourlyRate: worker.hourlyRate,
                unreadableRate: unreadable[index],
                others: texts)
        }
    }

    /// The workers of a page, read by roles. A rate in another currency than that of pay can't be used.
    /// - Parameter count: how many pages before it held.
    package static func persons<R: DatasetRecord>(
        _ chunk: Chunk<R>, workers: RoleWorkers<R>, roles: WorkerRoles, currency: String?, before count: Int
    ) throws -> [Roster.Person] {
        let rejects = Dictionary(chunk.rejects.map { ($0.index, $0) }) { first, _ in first }
        return try chunk.records.enumerated().compactMap { index, record in
            // What remains of a removed worker is none.
            if rejects[index]?.isLeftOut == true { return nil }
            let worker = workers[record, chunk]
            func unusable(_ field: String, found: String, expected: String) -> RunError {
                RunError(
                    .sourceIncomplete,
                    "Worker \(count + index + 1) of the worker list is unusable: \(field) is \(found), expected \(expected).",
                    advice: "Have the worker corrected at the source, because pay needs every worker's name and rate.")
            }
            let reject = rejects[index]
            // A rate that can't be read is a finding of its worker; the others are not to wait for it.
            if let reject, reject.field != roles.rate {
                throw unusable(reject.field, found: reject.found, expected: reject.expected)
            }
            guard let id = worker.id else { throw unusable(roles.id, found: "none", expected: workers.expectedID) }
            guard !worker.name.isEmpty else {
                throw unusable(listed(roles.name, "and"), found: "nothing", expected: "a name")
            }
            var unreadable = reject?.found
            if unreadable == nil, let rate = worker.rate, rate != .zero, roles.currency != nil,
                let currency, worker.currency != currency
            {
                unreadable = "\(rate) " + (worker.currency.flatMap { $0.isEmpty ? nil : $0 } ?? "without a currency")
            }
            return Roster.Person(
                id: id, name: worker.name, hourlyRate: worker.rate, unreadableRate: unreadable,
                others: worker.payrollNumber.map { [Roster.Person.payrollNumberField: $0] } ?? [:])
        }
    }

    /// One JSON object a line, in order of the workers' numbers.
    package static func encode(_ people: [Roster.Person]) -> [UInt8] {
        var text = ""
        for person in people.sorted(by: { ($0.id, $0.name) < ($1.id, $1.name) }) {
            var members = [
                JSONTree.Member("employee_id", .key(person.id)),
                JSONTree.Member("name", .string(person.name)),
                JSONTree.Member("hourly_rate", person.hourlyRate.map { .string($0.description) } ?? .null),
            ]
            if let text = person.unreadableRate { members.append(JSONTree.Member("unreadable_rate", .string(text))) }
            if let text = person.newRate { members.append(JSONTree.Member("new_rate", .string(text))) }
            if let text = person.newName { members.append(JSONTree.Member("new_name", .string(text))) }
            if let text = person.newNumber { members.append(JSONTree.Member("new_number", .string(text))) }
            if let text = person.rateBefore { members.append(JSONTree.Member("rate_before", .string(text))) }
            for (name, value) in person.others.sorted(by: { $0.key < $1.key }) {
                members.append(JSONTree.Member("field:" + name, .string(value)))
            }
            text += JSONTree.object(members).compact + "\n"
        }
        return Array(text.utf8)
    }

    /// Reads the workers that a run landed when it began, with the SHA-256 of what was read.
    package static func read(_ path: String) throws -> (people: [Roster.Person], digest: String) {
        var bytes: [UInt8] = []
        do throws(FileError) {
            let file = try ReadFile.open(path)
            while try file.read(appendingTo: &bytes) > 0 {}
        } catch {
            guard error.code == .missing else { throw error }
            throw RunError(
                .landingDamaged, "The workers fetched at the start of the run are missing: \(error.explanation)",
                advice: "Restore the file, or run again with \(.startOver) to fetch the batch again.")
        }
        return (try decode(bytes, path: path), digest(of: bytes))
    }

    package static func digest(of bytes: [UInt8]) -> String { ContentHasher.digest(of: bytes.span).description }

    /// Reads what `encode` wrote.
    package static func decode(_ bytes: [UInt8], path: String) throws -> [Roster.Person] {
        try bytes.split(separator: 0x0A).map { line in
            guard let tree = try? JSONTree(Array(line)), let id = tree["employee_id"]?.key,
                let name = tree["name"]?.text,
                case .object(let members) = tree
            else {
                throw RunError(
                    .landingDamaged, "\(path) has a line that isn't a worker.",
                    advice: "Run again with \(.startOver) to fetch the batch again.")
            }
            var others: [String: String] = [:]
            for member in members where member.key.hasPrefix("field:") {
                others[String(member.key.dropFirst(6))] = member.value.text
            }
            var person = Roster.Person(
                id: id, name: name, hourlyRate: try tree["hourly_rate"]?.text.map { try money($0, path) },
                unreadableRate: tree["unreadable_rate"]?.text, newRate: tree["new_rate"]?.text,
                newName: tree["new_name"]?.text, others: others)
            person.newNumber = tree["new_number"]?.text
            person.rateBefore = tree["rate_before"]?.text
            return person
        }
    }

    private static func money(_ text: String, _ path: String) throws -> Money {
        let bytes = Array(text.utf8)
        do {
            return Money(nano: Int128(try parseDecimal(bytes.span, 0..<bytes.count).nano))
        } catch {
            throw RunError(.landingDamaged, "\(path) has the rate \(singleLine(text)), which is not a number.")
        }
    }
}
