import FoundationEssentials
import Synchronization

/// Timesheets as PDF, signatures, and notifications that were read.
extension KSRBook {
    /// `POST /api/app/upload-timesheet`. A repeat replaces the PDF, but makes another timesheet.
    func storeTimesheet(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let form = try Self.form(request)
            guard let pdf = form.file("pdf") else { throw Refusal(.error(400, "pdf is required")) }
            var numbers: [String: Int] = [:]
            for name in ["employeeId", "taskId", "weekNumber", "year"] {
                guard let number = form.text(name).flatMap({ Int($0) }) else {
                    throw Refusal(.error(400, "\(name) must be a number"))
                }
                numbers[name] = number
            }
            guard
                let ids = form.text("entries").flatMap({ text in
                    try? JSONDecoder().decode([Int].self, from: Data(text.utf8))
                })
            else {
                throw Refusal(.error(400, "entries must be a JSON array of ids"))
            }
            let (employee, task) = (numbers["employeeId", default: 0], numbers["taskId", default: 0])
            let (week, year) = (numbers["weekNumber", default: 0], numbers["year", default: 0])
            guard began.office.task(String(task)) != nil else { throw Refusal(.error(404, "Task not found")) }
            let written = state.withLock { $0.entries }
            guard ids.allSatisfy({ began.workEntries.record($0) != nil || written.has($0) }) else {
                throw Refusal(.error(404, "Work entry not found"))
            }
            let url = "\(request.origin)/files/timesheets/\(employee)/\(task)/\(year)-W\(padded(week, 2)).pdf"
            state.withLock { state in
                let id = 90_001 + state.timesheets.addedCount
                state.timesheets.add(
                    Array(
                        (#"{"id":\#(id),"task_id":\#(task),"employee_id":\#(employee),"weekNumber":\#(week),"year":\#(year),"timesheetUrl":\#(jsonString(url))"#
                            + #","created_at":"\#(now)","updated_at":null,"Tasks":null,"entriesCount":\#(ids.count),"totalHours":0,"totalKm":0}"#)
                            .utf8),
                    id: String(id))
                effects.enter("upload-timesheet", numbers.mapValues(String.init), id: String(id), content: pdf.content)
            }
            return BackendAnswer(
                body: Array(#"{"success":true,"timesheetUrl":\#(jsonString(url)),"message":"Timesheet uploaded"}"#.utf8)
            )
        }
    }

    private struct Signature: Decodable { var signatureBase64: String }

    /// `POST /api/app/signature`: a PNG in base64.
    func storeSignature(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let text = try Self.decoded(Signature.self, request, "signatureBase64 is required").signatureBase64
            let encoded = text.hasPrefix("data:image/png;base64,") ? String(text.dropFirst(22)) : text
            guard let picture = Data(base64Encoded: encoded).map({ Array($0) }),
                picture.starts(with: [0x89, 0x50, 0x4E, 0x47])
            else {
                throw Refusal(.error(400, "signatureBase64 must be a PNG in base64"))
            }
            let id = state.withLock { state in
                state.signatures += 1
                effects.enter(
                    "signature", ["employeeId": request.holder], id: String(state.signatures), content: picture[...])
                return state.signatures
            }
            let url = "\(request.origin)/files/signatures/\(request.holder)/\(id).png"
            return BackendAnswer(
                status: 201, body: Array(#"{"signatureId":\#(id),"signatureUrl":\#(jsonString(url))}"#.utf8))
        }
    }

    /// `PATCH /api/app/notifications/{id}/read`.
    func readNotification(_ request: BackendRequest) -> BackendAnswer {
        let id = request.parameters["id"] ?? ""
        guard Int(id) != nil else { return .error(400, "The notification's id must be a number") }
        return state.withLock { state in
            guard state.notifications.has(id) else { return .error(404, "Notification not found") }
            state.notifications.set("isRead", to: Array("true".utf8), of: id)
            effects.enter("read-notification", ["id": id], id: id)
            let notification = String(decoding: state.notifications.record(id) ?? [], as: UTF8.self)
            return BackendAnswer(
                body: Array(
                    #"{"success":true,"message":"Notification marked as read","notification":\#(notification)}"#.utf8))
        }
    }
}
