import Testing

@Suite("A converted photo") struct PhotoOnceTests {
    private static let names = ["phone.heic", "large.jpg", "second.heic", "screen.png", "fits.jpg"]

    @Test("is linked once, and is the same image, however often the run is killed") func killed()
        async throws
    {
        try await PhotoSending.killed(
            Self.names, images: Self.names.count, what: "SIGKILL at 1 to 3 random instants of a run with photos",
            test: "PhotoOnceTests", salt: 91)
    }

    /// A converter whose images are those of another version of a library.
    private static let other = #"$real "$@"; printf x"#

    @Test("that was sent without an answer is not sent again as another image") func otherImage() async throws {
        let photos = try await PhotoSending(
            ["phone.heic"], faults: ["put-photo:status=503:times=always"], converter: #"exec $real "$@""#)
        let first = try await photos.command("run").run()
        first.expect(exit: 75)
        // The same image, which is kept or made again, would go on.
        try photos.replace(Self.other)
        let second = try await photos.command("run").run()
        second.expect(exit: 75)
        try await Command(["rm", "-r", photos.parts]).succeed()
        let third = try await photos.command("run").run()
        #expect(third.code == 2 && third.out.contains("photo-differs"), "\(third)")
        #expect(try photos.hub.effects("link-photo").isEmpty)
    }

    @Test(
        "whose image would be another one now is looked up: found it is done, and missing it isn't sent again",
        arguments: ["documents:stored-status=500", "documents:status=503"])
    func lookedUp(fault: String) async throws {
        // The answer is lost, and so are all lookups of the first run.
        let ksr = try await KSRSending(
            "documents-upload", faults: ["\(fault):times=3", "worker-documents:after=1:status=503:times=40"])
        let program = try await ConverterDouble(#"exec $real "$@""#, in: ksr.workspace)
        let originals = try await PhotoSending.photos.value
        let sheet = try ksr.sheet("file,worker,category\nphone.heic,1003,licences\n")
        var command = ksr.command("run", "own", sheet: sheet, ["--files", originals.path])
        command.words[0] = program.gantry
        command.timeout = .seconds(240)
        let first = try await command.run()
        first.expect(exit: 75)
        try program.replace(Self.other)
        try await Command(["rm", "-r", "\(ksr.workspace.path)/parts/documents-upload/own/r1/photos"]).succeed()
        var last = first
        for _ in 0..<20 where last.code == 75 { last = try await command.run() }
        let isThere = fault.contains("stored")
        #expect(try ksr.effects().filter { $0.endpoint == "documents" }.count == (isThere ? 1 : 0), "\(last)")
        #expect(last.code == (isThere ? 0 : 2), "\(last)")
        #expect(isThere || last.out.contains("photo-differs"), "\(last)")
    }

    @Test("of a sheet is the same row in another sheet, whatever the image would be now") func otherSheet() async throws
    {
        let photos = try await PhotoSending(["phone.heic"], converter: #"exec $real "$@""#)
        #expect(try await photos.command("run").run().code == 0)
        try photos.replace(Self.other)
        let sheet = photos.sending.workspace.folder.file("again.csv")
        try write("file,appointment,kind\nphone.heic,apt-000001,work\n", to: sheet)
        var again = photos.command("run")
        if let place = again.words.firstIndex(of: "--sheet") { again.words[place + 1] = sheet }
        let ending = try await again.run()
        #expect(ending.code == 0 && ending.out.contains("sent by an earlier run"), "\(ending)")
        #expect(try photos.hub.effects("link-photo").count == 1)
    }

    /// A small disk for the workspace, which gets room for the second run.
    private static let small = """
        workspace=$1; shift
        keep=$(mktemp -d); cp -a "$workspace/." "$keep"
        mount -t tmpfs -o "size=400k,mode=0700" tmpfs "$workspace" || exit 99
        cp -a "$keep/." "$workspace"
        "$@"; echo "first: $?"
        mount -o remount,size=64m "$workspace" || exit 98
        "$@"; echo "second: $?"
        """

    @Test("that the disk has no room for ends the run, and the same command goes on when there is") func full()
        async throws
    {
        let photos = try await PhotoSending(["large.jpg", "fits.jpg"])
        let command = photos.command("run")
        let ending = try await Command(
            ["unshare", "-m", "sh", "-c", Self.small, "sh", photos.sending.workspace.path] + command.words,
            environment: command.environment, timeout: .seconds(240)
        ).run()
        #expect(ending.out.contains("first: 75") && ending.out.contains("second: 0"), "\(ending)")
        #expect(try photos.hub.effects("link-photo").count == 2)
    }
}
