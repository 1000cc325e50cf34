import FoundationEssentials
import Synchronization

/// The leaves of one CDBL LMS as they are now, and everything that is done to them.
final class LeaveBook: Sendable {
    private struct State {
        var book: RecordBook
        var recent = RecentApplications<[String]>()
        /// Days of new leaves by type and year, which nobody has taken from the balance yet.
        var asked: [String: Int] = [:]
    }

    private let began: CDBLRecords
    private let effects: EffectLedger
    private let clock: SandboxClock
    private let checksBalance: Bool
    private let state: Mutex<State>

    init(_ records: CDBLRecords, _ effects: EffectLedger, _ clock: SandboxClock, checksBalance: Bool) {
        began = records
        self.effects = effects
        self.clock = clock
        self.checksBalance = checksBalance
        state = Mutex(State(book: RecordBook(records.leaves, newestFirst: true, position: records.position)))
    }

    var leaves: RecordSet { state.withLock { $0.book.records } }

    /// `GET /api/leaves/{id}`.
    func leave(_ request: BackendRequest) -> BackendAnswer {
        let id = request.parameters["id"] ?? ""
        guard let leave = state.withLock({ $0.book.record(id, detail: began.leave) }) else { return Self.notFound }
        return BackendAnswer(body: leave.spoiled(request.alteration, CDBLLMS.leaveFields))
    }

    /// `POST /api/leaves`: 201 with the leave; 200 with the one that is there already for a repeat within five minutes.
    func create(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let application = try LeaveApplication(request.body)
            let now = clock.now
            let result: Result<(Int, [UInt8]), Refusal> = state.withLock { state in
                if let id = state.recent.id(application.repeatKey, now: now.seconds), let leave = state.book.record(id)
                {
                    return .success((200, leave))
                }
                let account = "\(application.type) \(application.firstDay.components.year)"
                let balance = self.balance(application, asked: state.asked[account, default: 0])
                let today = now.day(east: LeaveApplication.eastOfGreenwich)
                if let refusal = LeavePolicy.refusal(application, today: today, balance: balance) {
                    return .failure(Refusal(refusal))
                }
                let id = randomUUID()
                let leave = application.record(id: id, created: now)
                // The answer names no medical certificate; the leave that is read later does, with none.
                let kept = leave.setting("approvals", to: Array("[]".utf8)).setting(
                    "certificateUrl", to: Array("null".utf8))
                state.book.add(kept, id: id)
                state.recent.note(application.repeatKey, id: id, now: now.seconds)
                state.asked[account, default: 0] += application.workingDays
                effects.enter("create-leave", application.identity, id: id)
                return .success((201, leave))
            }
            let (status, leave) = try result.get()
            return BackendAnswer(status: status, body: leave.spoiled(request.alteration, CDBLLMS.leaveFields))
        }
    }

    /// What is left of a type in the balance's own year; nil for types and years that it does not count.
    private func balance(_ leave: LeaveApplication, asked: Int) -> Int? {
        guard checksBalance, began.balance.text("year") == String(leave.firstDay.components.year),
            let days = began.balance.text(leave.type).flatMap({ Int($0) })
        else { return nil }
        return days - asked
    }

    private struct Cancellation: Decodable { var reason: String }

    /// `PATCH /api/leaves/{id}/cancel`.
    func cancel(_ request: BackendRequest) -> BackendAnswer {
        let reason: String
        do {
            reason = try JSONDecoder().decode(Cancellation.self, from: Data(request.body)).reason
        } catch {
            return CDBLError.invalidInput.answer("reason is required")
        }
        let id = request.parameters["id"] ?? ""
        let now = clock.now
        return state.withLock { state in
            guard let leave = state.book.record(id) else { return Self.notFound }
            let status = leave.text("status") ?? ""
            guard status != "APPROVED" else {
                return CDBLError.forbidden.answer("An approved leave cannot be cancelled")
            }
            guard ["PENDING", "SUBMITTED"].contains(status) else {
                return CDBLError.cannotCancelNow.answer("The leave cannot be cancelled at this stage", provided: status)
            }
            state.book.set("status", to: Array(#""CANCELLED""#.utf8), of: id)
            effects.enter("cancel-leave", ["id": id, "reason": reason], id: id)
            return BackendAnswer(body: Array(#"{"id":"\#(id)","status":"CANCELLED","updatedAt":"\#(now.text)"}"#.utf8))
        }
    }

    /// `POST /api/leaves/{id}/certificate`: a form with `file` and `type`. The bytes are not kept, only their digest.
    func attach(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let id = request.parameters["id"] ?? ""
            guard state.withLock({ $0.book.has(id) }) else { throw Refusal(Self.notFound) }
            let certificate = try LeaveCertificate(request)
            let stored = certificate.stored(at: request.origin, now: clock.now)
            state.withLock { state in
                // The deployed server keeps the address that ends, too.
                state.book.set(certificate.kind.field, to: Array(jsonString(stored.signedAddress).utf8), of: id)
                effects.enter(
                    "certificate", ["id": id, "type": certificate.kind.rawValue, "fileName": certificate.fileName],
                    id: stored.name,
                    content: certificate.content)
            }
            return BackendAnswer(body: stored.json)
        }
    }

    private static var notFound: BackendAnswer { CDBLError.notFound.answer("Leave request not found") }
}
