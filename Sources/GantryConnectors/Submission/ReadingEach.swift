extension ServerReader {
    /// Asks for each key, eight at a time where the connection allows it, and collects the results.
    ///
    /// - Throws: What the first request that fails throws; the others are given up.
    func readEach<Value: Sendable>(
        _ keys: some Sequence<String>, _ read: @escaping @Sendable (String) async throws -> Value
    ) async throws -> [String: Value] {
        var rest = keys.makeIterator()
        return try await withThrowingTaskGroup(of: (String, Value).self) { tasks in
            var found: [String: Value] = [:]
            for _ in 0..<8 {
                guard let key = rest.next() else { break }
                tasks.addTask { (key, try await read(key)) }
            }
            while let (key, value) = try await tasks.next() {
                found[key] = value
                if let key = rest.next() { tasks.addTask { (key, try await read(key)) } }
            }
            return found
        }
    }
}
