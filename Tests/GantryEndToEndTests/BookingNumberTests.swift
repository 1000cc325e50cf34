import Testing

/// Photos for bookings that a sheet names by their numbers, without the rest of the id.
@Suite("A booking by its number") struct BookingNumberTests {
    private static func sending(_ rows: [String], faults: [String] = []) async throws -> PhotoSending {
        let photos = try await PhotoSending(["fits.jpg"], faults: faults)
        try write(
            "file,appointment,kind\n" + rows.map { "\($0),work\n" }.joined(),
            to: photos.sending.workspace.folder.file("own.csv"))
        return photos
    }

    @Test("is the only one that ends in it, and the same row as by its id") func found() async throws {
        let photos = try await Self.sending([
            "fits.jpg,2", "second.heic,000002", "large.jpg,apt-000002", "fits.jpg,apt-000002",
        ])
        let plan = try await photos.command("plan").run()
        #expect(plan.out.contains("fits.jpg → apt-000002") && plan.out.contains("repeated"), "\(plan)")
        #expect(plan.out.contains("row 3: 000002 is booking apt-000002"), "\(plan)")
        let run = try await photos.command("run").run()
        run.expect(exit: 2)
        let links = try photos.hub.effects("link-photo")
        #expect(links.count == 3 && links.allSatisfy { $0.identity["appointmentId"] == "apt-000002" }, "\(links)")
    }

    @Test("that no booking ends in is refused") func unknown() async throws {
        let photos = try await Self.sending(["fits.jpg,777777", "large.jpg,1"])
        let run = try await photos.command("run").run()
        #expect(run.code == 2 && run.out.contains("The server has no booking 777777."), "\(run)")
        #expect(try photos.hub.effects("link-photo").count == 1)
    }

    @Test("is kept from one step to the next, also when the run is stopped between them") func resumed() async throws {
        let photos = try await Self.sending(["fits.jpg,2"], faults: ["link-photo:status=503:times=3"])
        var last = try await photos.command("run").run()
        for _ in 0..<10 where last.code == 75 { last = try await photos.command("run").run() }
        last.expect(exit: 0)
        #expect(try photos.hub.effects("link-photo").count == 1)
    }
}
