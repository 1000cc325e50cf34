/// The addresses of what can be done to the office.
extension KSRBook {
    func endpoints(_ access: Access) -> [Endpoint] {
        let workers = KSRList.workers.path
        let (customers, batches) = (KSRList.customers.path, KSRList.payrollBatches.path)
        return [
            Endpoint(name: "customer", path: "\(customers)/:id", access: access, fields: KSRList.customers.fields) {
                self.customer($0)
            },
            taking("create-customer", .post, customers, access) { self.writeCustomer($0) },
            taking("update-customer", .put, "\(customers)/:id", access) { self.writeCustomer($0) },
            taking("create-worker", .post, workers, access) { self.createWorker($0) },
            taking("update-worker", .put, "\(workers)/:id", access) { self.updateWorker($0) },
            taking("profile-image", .post, "\(workers)/:id/profile-image", access, limit: 12 << 20) {
                self.storeProfileImage($0)
            },
            taking("documents", .post, "\(workers)/:id/documents", access, limit: 64 << 20) { self.storeDocuments($0) },
            Endpoint(name: "worker-documents", path: "\(workers)/:id/documents", access: access, fields: Self.fields) {
                self.documents($0)
            },
            taking("create-payroll-batch", .post, batches, access, limit: 12 << 20) { self.createBatch($0) },
            taking("write-work-entries", .post, "/api/app/work-entries", access, limit: 12 << 20) {
                self.writeEntries($0)
            },
            taking("upload-timesheet", .post, "/api/app/upload-timesheet", access, limit: 64 << 20) {
                self.storeTimesheet($0)
            },
            taking("signature", .post, "/api/app/signature", access, limit: 12 << 20) { self.storeSignature($0) },
            taking("read-notification", .patch, "/api/app/notifications/:id/read", access) {
                self.readNotification($0)
            },
        ]
    }

    private static let fields = RecordFields(
        word: "message", required: "success", text: "message", number: "total_count")

    private func taking(
        _ name: String, _ method: Endpoint.Method, _ path: String, _ access: Access, limit: Int = 65_536,
        _ answer: @escaping @Sendable (BackendRequest) -> BackendAnswer
    ) -> Endpoint {
        Endpoint(
            name: name, method: method, path: path, access: access, bodyLimit: limit, tooLongStatus: 400, takes: true,
            fields: Self.fields,
            answer: answer)
    }
}
