import Testing

/// Mistakes in a destination that is a store of objects, by the built program and the strict store.
@Suite("A store of objects") struct DeliveryStoreTests {
    private func refusal(_ change: (String, String)) async throws -> Ending {
        let server = try await DeliveryServer("s3")
        let destinations = try server.destinations()
        #expect(destinations.contains(change.0))
        let month = try await DeliveredMonth(destinations.replacing(change.0, with: change.1))
        let ended = try await month.deliver("--to", "there").run()
        #expect(try server.files().isEmpty)
        return ended
    }

    @Test("in another region than the destination says is named with its region") func region() async throws {
        let ended = try await refusal(("eu-test-1", "us-east-1"))
        #expect(ended.status == .exited(78), "\(ended)")
        #expect(
            ended.err.contains(#"The bucket "pay" is in the region "eu-test-1", and the destination says "us-east-1""#)
                && ended.err.contains("Set region: eu-test-1"), "\(ended)")
    }

    @Test("without the bucket is said to have none of that name") func bucket() async throws {
        let ended = try await refusal(("s3://pay/run", "s3://play/run"))
        #expect(ended.status == .exited(78) && ended.err.contains(#"The store has no bucket "play""#), "\(ended)")
    }

    @Test("that doesn't know the key, or gets another secret, says which of the two") func account() async throws {
        let key = try await refusal(("AKIDEXAMPLE", "AKIDOTHER"))
        #expect(key.status == .exited(77) && key.err.contains("doesn't know the access key"), "\(key)")
    }
}
