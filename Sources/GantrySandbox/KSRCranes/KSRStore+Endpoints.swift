import HTTPTypes

/// The endpoints that change records.
extension KSRStore {
    func endpoints(_ access: Access) -> [Endpoint] {
        let (workers, customers) = (KSRList.workers.path, KSRList.customers.path)
        func write(
            _ name: String, method: HTTPRequest.Method = .post, _ path: String, limit: Int = 65_536,
            fields: RecordFields = Self.fields, answer: @escaping @Sendable (BackendRequest) throws -> BackendAnswer
        ) -> Endpoint {
            Endpoint(
                name: name, method: method, path: path, access: access, bodyLimit: limit, tooLongStatus: 400,
                isWrite: true, fields: fields, answer: answer)
        }
        let (customerFields, workerFields) = (KSRList.customers.fields, KSRList.workers.fields)
        return [
            Endpoint(name: "customer", path: "\(customers)/:id", access: access, fields: customerFields) {
                try self.customer($0)
            },
            write("create-customer", customers, fields: customerFields) { try self.writeCustomer($0) },
            write("update-customer", method: .put, "\(customers)/:id", fields: customerFields) {
                try self.writeCustomer($0)
            },
            write("create-worker", workers, fields: workerFields) { try self.createWorker($0) },
            write("update-worker", method: .put, "\(workers)/:id", fields: workerFields) { try self.updateWorker($0) },
            write("profile-image", "\(workers)/:id/profile-image", limit: 12 << 20) { try self.storeProfileImage($0) },
            write("documents", "\(workers)/:id/documents", limit: 64 << 20) { try self.storeDocuments($0) },
            Endpoint(name: "worker-documents", path: "\(workers)/:id/documents", access: access, fields: Self.fields) {
                try self.documents($0)
            },
            write(
                "create-payroll-batch", KSRList.payrollBatches.path, limit: 12 << 20,
                fields: KSRList.payrollBatches.fields
            ) { try self.createBatch($0) },
            write("write-work-entries", "/api/app/work-entries", limit: 12 << 20) { try self.writeEntries($0) },
            write("upload-timesheet", "/api/app/upload-timesheet", limit: 64 << 20) { try self.storeTimesheet($0) },
            write("signature", "/api/app/signature", limit: 12 << 20) { try self.storeSignature($0) },
            write("read-notification", method: .patch, "/api/app/notifications/:id/read") {
                try self.readNotification($0)
            },
        ]
    }

    private static let fields = RecordFields(
        word: "message", required: "success", text: "message", number: "total_count")
}
