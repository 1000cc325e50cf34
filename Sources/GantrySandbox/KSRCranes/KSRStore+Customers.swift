internal import GantryJSON
import Synchronization

/// `POST` and `PUT` of customers.
extension KSRStore {
    private struct Customer: Decodable {
        var name: String
        var contact_email: String?
        var phone: String?
        var address: String?
        var cvr: String?
    }

    /// Creates a customer when the path has no id, else replaces it: what the body leaves out becomes null.
    func writeCustomer(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let id = request.parameters["id"]
        guard let asked = request.decoded(Customer.self) else { throw .error(400, "name is required") }
        if let problem = Self.problem(of: asked) { throw .detailed(400, "Validation failed", message: problem) }
        let customer = try state.withLock { (state) throws(Refusal) in
            guard id.map({ state[.customers].has($0) }) ?? true else { throw .error(404, "Customer not found") }
            if state.customerNames.isTaken(asked.name, except: id) {
                throw .detailed(409, "Customer already exists", message: "A customer of this name exists")
            }
            if let cvr = asked.cvr, state.companyNumbers.isTaken(cvr, except: id) {
                throw .detailed(409, "Customer already exists", message: "A customer with this CVR number exists")
            }
            let key = id ?? String(10_001 + state[.customers].addedCount)
            if id == nil {
                let customer: JSONTree = [
                    "customer_id": .number(key), "name": "", "created_at": .string(now), "logo_url": .null,
                    "logo_uploaded_at": .null, "project_count": 0,
                ]
                state[.customers].add(customer.bytes, id: key)
            }
            let old = state[.customers].record(key) ?? []
            state.customerNames.move(from: old.text("name"), to: asked.name, id: key)
            state.companyNumbers.move(from: old.text("cvr_nr"), to: asked.cvr, id: key)
            for (field, value) in [
                ("name", asked.name), ("contact_email", asked.contact_email), ("phone", asked.phone),
                ("address", asked.address), ("cvr_nr", asked.cvr),
            ] { state[.customers].set(field, to: JSONTree(value), of: key) }
            var identity = ["name": asked.name]
            if let id { identity["id"] = id }
            effects.enter(id == nil ? "create-customer" : "update-customer", identity, id: key)
            return state[.customers].record(key) ?? []
        }
        return request.answer(customer, status: id == nil ? 201 : 200)
    }

    /// `GET` of one.
    func customer(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        guard let record = state.withLock({ $0[.customers].record(request.id) }) else {
            throw .error(404, "Customer not found")
        }
        return request.answer(record)
    }

    private static func problem(of customer: Customer) -> String? {
        if !(2...255).contains(customer.name.count) { return "name must have 2 to 255 characters" }
        if let email = customer.contact_email, !email.contains("@") { return "contact_email must be an e-mail address" }
        if let phone = customer.phone, !(8...15).contains(phone.count) { return "phone must have 8 to 15 characters" }
        if (customer.address ?? "").count > 255 { return "address must have 255 characters at most" }
        if let cvr = customer.cvr, cvr.count != 8 || !cvr.allSatisfy({ $0.isASCII && $0.isNumber }) {
            return "cvr must be 8 digits"
        }
        return nil
    }
}

extension Refusal {
    /// `{error, message, details}`, as customers and payroll have it.
    static func detailed(_ status: Int, _ error: String, message: String) -> Refusal {
        Refusal(
            BackendAnswer(
                status: status,
                [
                    "error": .string(error), "message": .string(message),
                    "details": status == 400 ? [.string(message)] : status == 500 ? .string(message) : nil,
                ]))
    }
}
