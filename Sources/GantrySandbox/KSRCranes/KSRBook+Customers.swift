import Synchronization

/// `POST` and `PUT` of customers.
extension KSRBook {
    private struct Customer: Decodable {
        var name: String
        var contact_email: String?
        var phone: String?
        var address: String?
        var cvr: String?
    }

    /// A create when `id` is nil, else a full replacement: what the body leaves out becomes null.
    func writeCustomer(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let id = request.parameters["id"]
            let asked = try Self.decoded(Customer.self, request, "name is required")
            if let flaw = Self.flaw(asked) {
                throw Refusal(Self.detailed(400, "Validation failed", flaw))
            }
            let result: Result<[UInt8], Refusal> = state.withLock { state in
                guard var book = state.lists[.customers], id.map({ book.has($0) }) ?? true else {
                    return .failure(Refusal(.error(404, "Customer not found")))
                }
                if state.customerNames.isTaken(asked.name, except: id) {
                    return .failure(
                        Refusal(Self.detailed(409, "Customer already exists", "A customer of this name exists")))
                }
                if let cvr = asked.cvr, state.companyNumbers.isTaken(cvr, except: id) {
                    return .failure(
                        Refusal(Self.detailed(409, "Customer already exists", "A customer with this CVR number exists"))
                    )
                }
                let key = id ?? String(10_001 + book.addedCount)
                if id == nil {
                    book.add(
                        Array(
                            #"{"customer_id":\#(key),"name":"","created_at":"\#(now)","logo_url":null,"logo_uploaded_at":null,"project_count":0}"#
                                .utf8),
                        id: key)
                }
                let old = book.record(key) ?? []
                state.customerNames.move(from: old.text("name"), to: asked.name, id: key)
                state.companyNumbers.move(from: old.text("cvr_nr"), to: asked.cvr, id: key)
                for (field, value) in [
                    ("name", asked.name), ("contact_email", asked.contact_email), ("phone", asked.phone),
                    ("address", asked.address),
                    ("cvr_nr", asked.cvr),
                ] { book.set(field, to: Array(jsonText(value).utf8), of: key) }
                state.lists[.customers] = book
                var identity = ["name": asked.name]
                if let id { identity["id"] = id }
                effects.enter(id == nil ? "create-customer" : "update-customer", identity, id: key)
                return .success(book.record(key) ?? [])
            }
            let customer = try result.get()
            return BackendAnswer(
                status: id == nil ? 201 : 200, body: customer.spoiled(request.alteration, KSRList.customers.fields))
        }
    }

    /// `GET` of one.
    func customer(_ request: BackendRequest) -> BackendAnswer {
        guard let record = state.withLock({ $0.lists[.customers]?.record(request.parameters["id"] ?? "") }) else {
            return .error(404, "Customer not found")
        }
        return BackendAnswer(body: record.spoiled(request.alteration, KSRList.customers.fields))
    }

    private static func flaw(_ customer: Customer) -> String? {
        if !(2...255).contains(customer.name.count) { return "name must have 2 to 255 characters" }
        if let email = customer.contact_email, !email.contains("@") { return "contact_email must be an e-mail address" }
        if let phone = customer.phone, !(8...15).contains(phone.count) { return "phone must have 8 to 15 characters" }
        if (customer.address ?? "").count > 255 { return "address must have 255 characters at most" }
        if let cvr = customer.cvr, cvr.count != 8 || !cvr.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return "cvr must be 8 digits"
        }
        return nil
    }

    /// `{error, message, details}`, as customers and payroll have it.
    static func detailed(_ status: Int, _ error: String, _ message: String) -> BackendAnswer {
        let details =
            status == 400
            ? #","details":[\#(jsonString(message))]"# : status == 500 ? #","details":\#(jsonString(message))"# : ""
        return BackendAnswer(
            status: status,
            body: Array(#"{"error":\#(jsonString(error)),"message":\#(jsonString(message))\#(details)}"#.utf8))
    }
}
