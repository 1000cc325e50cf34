import FoundationEssentials
internal import GantryJSON
import Synchronization

/// Timesheets as PDF, signatures, and notifications that were read.
extension KSRStore {
    /// `POST /api/app/upload-timesheet`. A repeat replaces the PDF, but creates another timesheet.
    func storeTimesheet(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let form = try Self.form(request)
        guard let pdf = form.file("pdf") else { throw .error(400, "pdf is required") }
        var numbers: [String: Int] = [:]
        for name in ["employeeId", "taskId", "weekNumber", "year"] {
            guard let number = form.text(name).flatMap({ Int($0) }) else {
                throw .error(400, "\(name) must be a number")
            }
            numbers[name] = number
        }
        // Text that is not such an array gets the same answer, whatever is wrong with it.
        guard let ids = try? JSONDecoder().decode([Int].self, from: Data((form.text("entries") ?? "").utf8)) else {
            throw .error(400, "entries must be a JSON array of ids")
        }
        let (employee, task) = (numbers["employeeId", default: 0], numbers["taskId", default: 0])
        let (week, year) = (numbers["weekNumber", default: 0], numbers["year", default: 0])
        guard initial.fixtures.task(String(task)) != nil else { throw .error(404, "Task not found") }
        let written = state.withLock { $0.entries }
        guard ids.allSatisfy({ initial.workEntries.record($0) != nil || written.has($0) }) else {
            throw .error(404, "Work entry not found")
        }
        let url = "\(request.origin)/files/timesheets/\(employee)/\(task)/\(year)-W\(padded(week, 2)).pdf"
        state.withLock { state in
            let id = String(90_001 + state.timesheets.addedCount)
            let timesheet: JSONTree = [
                "id": .number(id), "task_id": .integer(task), "employee_id": .integer(employee),
                "weekNumber": .integer(week), "year": .integer(year), "timesheetUrl": .string(url),
                "created_at": .string(now), "updated_at": .null, "Tasks": .null, "entriesCount": .integer(ids.count),
                "totalHours": 0, "totalKm": 0,
            ]
            state.timesheets.add(timesheet.bytes, id: id)
            effects.enter("upload-timesheet", numbers.mapValues(String.init), id: id, content: pdf.content)
        }
        return BackendAnswer(["success": true, "timesheetUrl": .string(url), "message": "Timesheet uploaded"])
    }

    private struct Signature: Decodable { var signatureBase64: String }

    /// `POST /api/app/signature`: a PNG in base64.
    func storeSignature(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let text = request.decoded(Signature.self)?.signatureBase64 else {
            throw .error(400, "signatureBase64 is required")
        }
        let encoded = text.hasPrefix("data:image/png;base64,") ? String(text.dropFirst(22)) : text
        guard let picture = Data(base64Encoded: encoded).map({ Array($0) }),
            picture.starts(with: [0x89, 0x50, 0x4E, 0x47])
        else { throw .error(400, "signatureBase64 must be a PNG in base64") }
        let id = state.withLock { state in
            state.signatures += 1
            effects.enter(
                "signature", ["employeeId": request.holder], id: String(state.signatures), content: picture[...])
            return state.signatures
        }
        let url = "\(request.origin)/files/signatures/\(request.holder)/\(id).png"
        return BackendAnswer(status: 201, ["signatureId": .integer(id), "signatureUrl": .string(url)])
    }

    /// `PATCH /api/app/notifications/{id}/read`.
    func readNotification(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let id = request.id
        guard Int(id) != nil else { throw .error(400, "The notification's id must be a number") }
        return try state.withLock { (state) throws(Refusal) in
            guard state.notifications.has(id) else { throw .error(404, "Notification not found") }
            state.notifications.set("isRead", to: true, of: id)
            effects.enter("read-notification", ["id": id], id: id)
            return BackendAnswer([
                "success": true, "message": "Notification marked as read",
                "notification": .verbatim(state.notifications.record(id) ?? []),
            ])
        }
    }
}
