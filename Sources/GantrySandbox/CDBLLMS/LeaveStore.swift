internal import GantryJSON
internal import GantryModel
import Synchronization

/// The leaves of one CDBL LMS as they are now, and the endpoints that change them.
final class LeaveStore: Sendable {
    private struct State {
        var leaves: RecordStore
        var recent = RecentApplications<[String]>()
        /// Days of new leaves by type and year, which are not subtracted from the balance yet.
        var asked: [String: Int] = [:]
    }

    private let initial: CDBLRecords
    private let effects: EffectLedger
    private let clock: SandboxClock
    private let checksBalance: Bool
    private let state: Mutex<State>

    init(_ records: CDBLRecords, _ setup: BackendSetup, checksBalance: Bool) {
        initial = records
        effects = setup.effects
        clock = setup.clock
        self.checksBalance = checksBalance
        state = Mutex(State(leaves: RecordStore(records.leaves, newestFirst: true, position: records.position)))
    }

    var leaves: RecordSet { state.withLock { $0.leaves.records } }

    /// `GET /api/leaves/{id}`.
    func leave(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let leave = state.withLock({ $0.leaves.record(request.id, detail: initial.leave) }) else {
            throw Self.notFound
        }
        return request.answer(leave)
    }

    /// `POST /api/leaves`: 201 with the leave; 200 with the existing leave for a repeat within five minutes.
    func create(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let application = try LeaveApplication(request)
        let now = clock.now
        return try state.withLock { (state) throws(Refusal) in
            let seconds = now.secondsSince1970
            if let id = state.recent.id(application.repeatKey, now: seconds), let leave = state.leaves.record(id) {
                return request.answer(leave)
            }
            let account = "\(application.type) \(application.firstDay.components.year)"
            let balance = self.balance(for: application).map { $0 - state.asked[account, default: 0] }
            try LeavePolicy.check(application, today: LeaveApplication.dhaka.date(at: now), balance: balance)
            let id = randomUUID()
            let leave = application.record(id: id, created: now)
            // The answer has no approvals and no certificate; the leave that is read later has both, empty.
            let more: JSONTree = ["approvals": [], "certificateUrl": .null]
            state.leaves.add(JSONTree.object(leave.members + more.members).bytes, id: id)
            state.recent.note(application.repeatKey, id: id, now: seconds)
            state.asked[account, default: 0] += application.workingDays
            effects.enter("create-leave", application.identity, id: id)
            return request.answer(leave, status: 201)
        }
    }

    /// The balance of a type in the balance's own year; nil for types and years without a balance.
    private func balance(for leave: LeaveApplication) -> Int? {
        guard checksBalance, initial.balance.int("year") == leave.firstDay.components.year else { return nil }
        return initial.balance.int(leave.type)
    }

    private struct Cancellation: Decodable { var reason: String }

    /// `PATCH /api/leaves/{id}/cancel`.
    func cancel(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let reason = request.decoded(Cancellation.self)?.reason else {
            throw CDBLError.invalidInput.refusal("reason is required")
        }
        let id = request.id
        let now = clock.now
        return try state.withLock { (state) throws(Refusal) in
            guard let leave = state.leaves.record(id) else { throw Self.notFound }
            let status = leave.text("status") ?? ""
            guard status != "APPROVED" else {
                throw CDBLError.forbidden.refusal("An approved leave cannot be cancelled")
            }
            guard ["PENDING", "SUBMITTED"].contains(status) else {
                throw CDBLError.cannotCancelNow.refusal(
                    "The leave cannot be cancelled at this stage", provided: .string(status))
            }
            state.leaves.set("status", to: "CANCELLED", of: id)
            effects.enter("cancel-leave", ["id": id, "reason": reason], id: id)
            return BackendAnswer(["id": .string(id), "status": "CANCELLED", "updatedAt": "\(now)"])
        }
    }

    /// `POST /api/leaves/{id}/certificate`: a form with `file` and `type`. Only the digest of the bytes is kept.
    func attach(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let id = request.id
        guard state.withLock({ $0.leaves.has(id) }) else { throw Self.notFound }
        let certificate = try LeaveCertificate(request)
        let name = "\(randomUUID()).\(certificate.fileExtension)"
        let address = "\(request.origin)/api/uploads/\(name)"
        let signedAddress = "\(address)?token=\(randomToken())"
        state.withLock { state in
            // The deployed server stores the address that expires.
            state.leaves.set(certificate.kind.field, to: .string(signedAddress), of: id)
            effects.enter(
                "certificate", ["id": id, "type": certificate.kind.rawValue, "fileName": certificate.fileName],
                id: name, content: certificate.content)
        }
        // A signed address is valid for a quarter of an hour.
        return BackendAnswer([
            "url": .string(address), "signedUrl": .string(signedAddress),
            "expiresAt": "\(clock.now.adding(seconds: 900))",
        ])
    }

    private static var notFound: Refusal { CDBLError.notFound.refusal("Leave request not found") }
}
