import Synchronization

/// `POST` and `PUT` of workers.
extension KSRBook {
    private struct Worker: Decodable {
        var name: String?
        var email: String?
        var phone: String?
        var address: String?
        var hourly_rate: Double?
        var employment_type: String?
        var status: String?
    }

    func createWorker(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let asked = try Self.decoded(
                Worker.self, request, "Body must be JSON with name, email, hourly_rate and employment_type")
            // A rate of nothing counts as missing, as the deployed server has it.
            guard let name = asked.name, !name.isEmpty, let email = asked.email, email.contains("@"),
                let rate = asked.hourly_rate, rate != 0,
                asked.employment_type?.isEmpty == false
            else { throw Refusal(.error(400, "name, email, hourly_rate and employment_type are required")) }
            let result: Result<[UInt8], Refusal> = state.withLock { state in
                guard var book = state.lists[.workers] else {
                    return .failure(Refusal(.error(404, "Worker not found")))
                }
                if state.emails.isTaken(email, except: nil) {
                    return .failure(Refusal(.error(409, "A worker with this email exists")))
                }
                let id = String(20_001 + book.addedCount)
                // Role and kind of employment are always these, whatever was sent.
                let worker = Array(
                    (#"{"employee_id":\#(id),"name":\#(jsonString(name)),"email":\#(jsonString(email)),"phone":\#(jsonText(asked.phone))"#
                        + #","address":\#(jsonText(asked.address)),"hourly_rate":\#(WorkEntrySpelling.javaScript(rate)),"employment_type":"fuld_tid""#
                        + #","role":"arbejder","status":"\#(asked.status == "inaktiv" ? "inaktiv" : "aktiv")","profile_picture_url":null"#
                        + #","created_at":"\#(now)","last_active":null}"#).utf8)
                book.add(worker, id: id)
                state.emails.move(from: nil, to: email, id: id)
                state.lists[.workers] = book
                effects.enter("create-worker", ["email": email, "name": name], id: id)
                return .success(worker)
            }
            return BackendAnswer(
                status: 201, body: try result.get().spoiled(request.alteration, KSRList.workers.fields))
        }
    }

    /// What the body leaves out stays.
    func updateWorker(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let id = request.parameters["id"] ?? ""
            guard Int(id) != nil else { throw Refusal(.error(400, "The worker's id must be a number")) }
            let asked = try Self.decoded(Worker.self, request, "Body must be JSON with the fields to change")
            guard asked.email?.contains("@") ?? true else {
                throw Refusal(.error(400, "email must be an e-mail address"))
            }
            let result: Result<[UInt8], Refusal> = state.withLock { state in
                guard var book = state.lists[.workers], book.has(id) else {
                    return .failure(Refusal(.error(404, "Worker not found")))
                }
                if let email = asked.email, state.emails.isTaken(email, except: id) {
                    return .failure(Refusal(.error(409, "A worker with this email exists")))
                }
                if let email = asked.email {
                    state.emails.move(from: book.record(id)?.text("email"), to: email, id: id)
                }
                let texts = [
                    ("name", asked.name), ("email", asked.email), ("phone", asked.phone), ("address", asked.address),
                ]
                for case (let field, let value?) in texts { book.set(field, to: Array(jsonString(value).utf8), of: id) }
                if let rate = asked.hourly_rate {
                    book.set("hourly_rate", to: Array(WorkEntrySpelling.javaScript(rate).utf8), of: id)
                }
                if let status = asked.status {
                    book.set("status", to: Array((status == "aktiv" ? #""aktiv""# : #""inaktiv""#).utf8), of: id)
                }
                state.lists[.workers] = book
                effects.enter("update-worker", ["id": id], id: id)
                return .success(book.record(id) ?? [])
            }
            return BackendAnswer(body: try result.get().spoiled(request.alteration, KSRList.workers.fields))
        }
    }
}
