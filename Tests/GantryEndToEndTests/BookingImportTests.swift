import Testing

@Suite("Bookings from a sheet") struct BookingImportTests {
    @Test(
        "are checked by a plan, booked once each, told in the result sheet, and listed for the export of appointments")
    func sample() async throws {
        let hub = try await HubSandbox()
        let bookings = try HubSending("bookings-import", hub.sandbox.url, batch: "bookings")
        let plan = try await bookings.command("plan").run()
        #expect(
            plan.status == .exited(2) && plan.out.contains("slot-repeated") && plan.out.contains("unknown-service"),
            "\(plan)")
        #expect(try hub.effects("create-appointment").isEmpty)
        let run = try await bookings.command("run").run()
        try #require(run.status == .exited(2), "\(run)")
        #expect(try bookings.states() == ["done", "done", "done", "done", "refused", "refused"])
        #expect(try bookings.errors().last?.hasSuffix("Did you mean Car Washing?") == true)
        let again = try await bookings.command("run").run()
        again.expect(exit: 3)
        let phones = try hub.effects("create-appointment").map { $0.identity["phone"] ?? "" }.sorted()
        #expect(phones == ["+79000000501", "+79000000502", "+79000000503", "+79000000504"])
        let ids = try text(of: bookings.data + "/ids.csv")
        let listed = ids.split(separator: "\r\n").map(String.init)
        let told: [String] = try ["id"] + bookings.ids().prefix(4)
        #expect(listed == told)
        try write(ids, to: bookings.workspace.path + "/appointments.csv")
        let export = try await Command(
            [
                Product.binary, "run", "\(Product.root)/Pipelines/appointments.yaml", "--period", "2026-10",
                "--workspace", bookings.workspace.path,
            ],
            environment: bookings.command("run").environment
        ).run()
        export.expect(exit: 0)
        #expect(
            try text(of: "\(bookings.workspace.exports)/appointments/2026-10/r1/data/appointments.csv").contains(
                "Клиент 502"))
    }

    @Test(
        "are booked exactly once where answers are lost",
        arguments: [
            ["create-appointment:close"], ["create-appointment:stored-status=500:times=2"],
            ["create-appointment:garbage", "create-appointment:reset"],
            // The lookup comes too early to see it, and what is sent again meets the slot that its first arrival took.
            ["create-appointment:close", "appointments:times=2:status=200:body=[]"],
        ])
    func lost(faults: [String]) async throws {
        let hub = try await HubSandbox(faults: faults)
        let bookings = try HubSending("bookings-import", hub.sandbox.url, batch: "bookings")
        let run = try await bookings.command("run", ["--transfers", "1"]).run()
        try #require(run.status == .exited(2), "\(run)")
        #expect(try bookings.states() == ["done", "done", "done", "done", "refused", "refused"], "\(faults)")
        #expect(try hub.effects("create-appointment").count == 4)
        #expect(try Set(bookings.ids().prefix(4)).count == 4)
    }

    @Test(
        "are unknown where an answer is lost and the server offers no list of bookings, until a person decides",
        arguments: [
            "appointments:times=always:status=405", "appointments:times=always:status=404:body=<html>",
            "appointments:times=always:status=404",
            "appointments:times=always:status=501",
        ], ["--accept-unknown", "--resend-unknown"])
    func noList(fault: String, choice: String) async throws {
        let lost = choice == "--accept-unknown" ? "create-appointment:close" : "create-appointment:status=500"
        let hub = try await HubSandbox(faults: [lost, fault])
        let bookings = try HubSending("bookings-import", hub.sandbox.url, batch: "bookings")
        for _ in 0..<2 {
            let run = try await bookings.command("run", ["--transfers", "1"]).run()
            #expect(run.code == 1 && run.err.contains("The outcome of 1 row is unknown"), "\(run)")
            #expect(
                try bookings.columnSoFar("gantry_status") == ["unknown", "done", "done", "done", "refused", "refused"])
            #expect(try bookings.columnSoFar("gantry_error").first?.contains("offers no search for bookings") == true)
        }
        let decided = try await bookings.command("run", [choice]).run()
        decided.expect(exit: 2)
        #expect(try bookings.states() == ["done", "done", "done", "done", "refused", "refused"])
        #expect(try hub.effects("create-appointment").count == 4)
    }

    @Test("are refused where the slot is taken, with the server's words")
    func taken() async throws {
        let hub = try await HubSandbox()
        let head = "start,client_name,service\n"
        let first = try HubSending(
            "bookings-import", hub.sandbox.url, batch: "a", sheet: head + "2036-10-06T10:00:00Z,Client 1,Car Washing\n")
        #expect(try await first.command("run").run().status == .exited(0))
        let second = try HubSending(
            "bookings-import", hub.sandbox.url, batch: "b", sheet: head + "2036-10-06T10:00:00Z,Client 2,Car Washing\n")
        let run = try await second.command("run").run()
        run.expect(exit: 2)
        #expect(try second.states() == ["refused"])
        #expect(try second.column("gantry_http_status") == ["409"])
        #expect(try second.errors() == ["The slot is taken."])
        #expect(try hub.effects("create-appointment").count == 1)
    }
}
