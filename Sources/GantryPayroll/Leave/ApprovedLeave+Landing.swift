package import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
package import GantryModel
internal import GantryOutputs

// What is kept of leave requests: the fields that pay needs, without reasons and sick notes. The kind of leave is among
// them, and SICK says something about health.
extension ApprovedLeave {
    package static let fileName = "leave.jsonl.zst"
    private static let approved = "APPROVED"
    /// What a file of leave may unpack to, 256 MiB: more than a million requests.
    private static let mostBytes = 256 << 20

    /// The approved requests of a page.
    /// - Throws: `RunError.sourceIncomplete` for a request that can't be read: it may be one to pay.
    package static func requests(of chunk: Chunk<KSRCranes.LeaveRequest>, before count: Int) throws -> [Request] {
        if let reject = chunk.rejects.first {
            throw RunError(
                .sourceIncomplete,
                "Leave request \(count + reject.index + 1) of the list is unusable: \(reject.field) is \(reject.found), expected \(reject.expected).",
                advice: "Have the request corrected at the source. Pay needs all approved leave of the period.")
        }
        return chunk.records.compactMap { leave in
            guard KSRCranes.leaveStatuses[leave.status] == approved else { return nil }
            return Request(
                id: leave.id, employeeID: leave.employeeID, type: KSRCranes.leaveTypes[leave.type],
                first: leave.startDate, last: leave.endDate, isHalfDay: leave.isHalfDay ?? false,
                statedDays: leave.totalDays?.nano)
        }
    }

    /// One JSON object a line, with the field names of `ksr.leave-requests`.
    package var lines: [UInt8] {
        var text = ""
        for request in requests {
            text +=
                JSONTree.object([
                    "id": .number(String(request.id)), "employee_id": .number(String(request.employeeID)),
                    "type": .string(request.type), "status": .string(ApprovedLeave.approved),
                    "start_date": .string("\(request.first)"), "end_date": .string("\(request.last)"),
                    "total_days": request.statedDays.map {
                        .number(decimalText(nano: Int128($0), .exact))
                    } ?? .null,
                    "half_day": .bool(request.isHalfDay),
                ]).compact + "\n"
        }
        return Array(text.utf8)
    }

    /// The file of the bag: `lines` as one Zstandard frame.
    package func archive() throws -> [UInt8] {
        var out: [UInt8] = []
        try ZstdFrameEncoder().encode(lines.span, appendingTo: &out)
        return out
    }

    /// Reads what `archive` gave.
    /// - Throws: `RunError.landingDamaged` for something else, `ArchiveError`, `FileError`.
    package init(archive path: String) throws {
        let decoder = try ZstdFrameDecoder(reading: try ReadFile.open(path))
        var lines: [UInt8] = []
        while try decoder.read(appendingTo: &lines, atMost: 1 << 20) > 0 {
            guard lines.count <= ApprovedLeave.mostBytes else {
                throw RunError(
                    .landingDamaged, "\(path) unpacks to more than \(ApprovedLeave.mostBytes) bytes of leave requests.")
            }
        }
        try self.init(lines: lines, path: path)
    }

    /// Reads what `lines` gave.
    /// - Throws: `RunError.landingDamaged` for a line that is not an approved request.
    package init(lines: [UInt8], path: String) throws {
        self.init(
            try lines.split(separator: 0x0A).map { line in
                guard let tree = try? JSONTree(Array(line)), let id = tree["id"]?.int,
                    let employee = tree["employee_id"]?.int, let type = tree["type"]?.text,
                    let first = tree["start_date"]?.text.flatMap({ CivilDate($0) }),
                    let last = tree["end_date"]?.text.flatMap({ CivilDate($0) })
                else {
                    throw RunError(.landingDamaged, "\(path) has a line that isn't a leave request.")
                }
                return Request(
                    id: Int64(id), employeeID: Int64(employee), type: type, first: first, last: last,
                    isHalfDay: tree["half_day"] == .bool(true),
                    statedDays: tree["total_days"]?.nano.flatMap { Int64(exactly: $0) })
            })
    }
}
