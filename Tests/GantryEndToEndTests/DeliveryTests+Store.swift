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

    @Test("takes an export as a whole: its last manifest is the last object, and two that publish at once make one")
    func published() async throws {
        let server = try await DeliveryServer("s3")
        let months = [
            try await DeliveredMonth(server.destinations()), try await DeliveredMonth(server.destinations()),
        ]
        let children = try months.map { try $0.deliver("--to", "there", "--as", "bag").start() }
        for child in children {
            let ending = try await child.ending()
            ending.expect(exit: 0)
        }
        #expect(try server.files() == months[0].bag())
        let log = try text(of: server.arrived + "/log").split(separator: "\n")
        #expect(log.last?.hasSuffix("/tagmanifest-sha256.txt") == true && Set(log).count == log.count, "\(log)")
    }

    @Test("that has an export of the name with other bytes keeps it, and gets no manifest of this one") func other()
        async throws
    {
        let server = try await DeliveryServer("s3")
        let month = try await DeliveredMonth(server.destinations())
        let name = "%2Fpay%2Frun%2F" + DeliveredMonth.run.replacing("/", with: "%2F") + "%2Fdata%2Fpayroll.csv"
        try write("somebody else's", to: "\(server.arrived)/\(name)")
        let ended = try await month.deliver("--to", "there", "--as", "bag").run()
        #expect(ended.status == .exited(1) && ended.err.contains("is there already, with other bytes"), "\(ended)")
        let files = try server.files()
        #expect(files["\(DeliveredMonth.run)/tagmanifest-sha256.txt"] == nil)
        #expect(files["\(DeliveredMonth.run)/data/payroll.csv"] == Array("somebody else's".utf8))
        // Also of the manifest itself, what is missing is said.
        let shown = try await month.command("show", DeliveredMonth.run).succeed()
        #expect(shown.out.contains("of \(try month.bag().count) files to there"), "\(shown)")
    }

    @Test("in another region than the destination says is named with its region") func region() async throws {
        let ended = try await refusal(("eu-test-1", "us-east-1"))
        ended.expect(exit: 78)
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
