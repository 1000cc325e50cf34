internal import GantryJSON
import Synchronization

/// `POST` and `PUT` of workers.
extension KSRStore {
    private struct Worker: Decodable {
        var name: String?
        var email: String?
        var phone: String?
        var address: String?
        var hourly_rate: Double?
        var employment_type: String?
        var status: String?
    }

    func createWorker(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        // As on the deployed server, a rate of 0 counts as missing.
        guard let asked = request.decoded(Worker.self), let name = asked.name, !name.isEmpty, let email = asked.email,
            email.contains("@"), let rate = asked.hourly_rate, rate != 0, asked.employment_type?.isEmpty == false
        else { throw .error(400, "name, email, hourly_rate and employment_type are required") }
        let worker = try state.withLock { (state) throws(Refusal) in
            if state.emails.isTaken(email, except: nil) { throw .error(409, "A worker with this email exists") }
            let id = String(20_001 + state[.workers].addedCount)
            // Role and employment type are always these, whatever was sent.
            let worker: JSONTree = [
                "employee_id": .number(id), "name": .string(name), "email": .string(email),
                "phone": JSONTree(asked.phone), "address": JSONTree(asked.address),
                "hourly_rate": JSONTree(javaScript: rate), "employment_type": "fuld_tid", "role": "arbejder",
                "status": asked.status == "inaktiv" ? "inaktiv" : "aktiv", "profile_picture_url": .null,
                "created_at": .string(now), "last_active": .null,
            ]
            state[.workers].add(worker.bytes, id: id)
            state.emails.move(from: nil, to: email, id: id)
            effects.enter("create-worker", ["email": email, "name": name], id: id)
            return worker
        }
        return request.answer(worker, status: 201)
    }

    /// What the body leaves out stays unchanged.
    func updateWorker(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let id = request.id
        guard Int(id) != nil else { throw .error(400, "The worker's id must be a number") }
        guard let asked = request.decoded(Worker.self) else {
            throw .error(400, "Body must be JSON with the fields to change")
        }
        guard asked.email?.contains("@") ?? true else { throw .error(400, "email must be an e-mail address") }
        let worker = try state.withLock { (state) throws(Refusal) in
            guard let old = state[.workers].record(id) else { throw .error(404, "Worker not found") }
            if let email = asked.email {
                if state.emails.isTaken(email, except: id) { throw .error(409, "A worker with this email exists") }
                state.emails.move(from: old.text("email"), to: email, id: id)
            }
            let changes = [
                ("name", asked.name.map(JSONTree.string)), ("email", asked.email.map(JSONTree.string)),
                ("phone", asked.phone.map(JSONTree.string)), ("address", asked.address.map(JSONTree.string)),
                ("hourly_rate", asked.hourly_rate.map { JSONTree(javaScript: $0) }),
                ("status", asked.status.map { $0 == "aktiv" ? "aktiv" : "inaktiv" }),
            ]
            for case (let field, let value?) in changes { state[.workers].set(field, to: value, of: id) }
            effects.enter("update-worker", ["id": id], id: id)
            return state[.workers].record(id) ?? []
        }
        return request.answer(worker)
    }
}
