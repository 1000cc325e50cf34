import FoundationEssentials
import Testing

/// Photos that `make_photos.py` makes, sent to AutoDetail Hub, which takes JPEG images of at most 2 MB.
struct PhotoSending: Sendable {
    let hub: HubSandbox
    let sending: HubSending
    let files: String
    /// The program, with a converter of the test's own.
    private let program: ConverterDouble?

    /// The folder with the photos.
    static let photos = Once { () async throws -> TestFolder in
        let folder = try TestFolder("photos")
        try await Command(
            [Product.python, Product.tools + "/make_photos.py", folder.path], timeout: .seconds(300)
        ).succeed()
        return folder
    }

    /// - Parameters:
    ///   - names: The files of the rows, all for one booking.
    ///   - faults: What the back end is told to do wrong.
    ///   - converter: A shell script in the place of `gantry-photo`, which it has as `$real`; `nil` for that one itself.
    init(
        _ names: [String], in folder: String? = nil, faults: [String] = [], converter: String? = nil
    ) async throws {
        files = if let folder { folder } else { try await PhotoSending.photos.value.path }
        hub = try await HubSandbox(faults: faults)
        let rows = names.map { "\($0),apt-000001,work\n" }.joined()
        sending = try HubSending(
            "photos-upload", hub.sandbox.url, batch: "own", sheet: "file,appointment,kind\n" + rows)
        program = if let converter { try await ConverterDouble(converter, in: sending.workspace) } else { nil }
    }

    /// Puts another script in the place of `gantry-photo`.
    func replace(_ converter: String) throws { try program?.replace(converter) }

    func command(_ verb: String, _ more: [String] = []) -> Command {
        var command = sending.command(verb, ["--files", files] + more)
        if let program { command.words[0] = program.gantry }
        command.timeout = .seconds(240)
        return command
    }

    var parts: String { "\(sending.workspace.path)/parts/photos-upload/own/r1/photos" }
    var planned: String { "\(sending.workspace.path)/cache/converted photos" }

    /// Fetches the photos of a booking that are linked, and prints their paths.
    private static let fetch = """
        import json, sys, urllib.request
        url, key, folder = sys.argv[1:]
        asked = urllib.request.Request(url + "/api/client/appointments/apt-000001", headers={"x-api-key": key})
        for number, photo in enumerate(json.load(urllib.request.urlopen(asked))["workPhotos"]):
            path = f"{folder}/linked-{number}.jpg"
            open(path, "wb").write(urllib.request.urlopen(photo["url"]).read())
            print(path)
        """

    /// The photos as the back end has them, in the order of the sheet.
    func linked() async throws -> [String] {
        let key = BackEnd.autoDetailHub.credentials.values.first ?? ""
        return try await Command([
            Product.python, "-c", PhotoSending.fetch, hub.sandbox.url, key, sending.workspace.folder.path,
        ]).succeed().lines.map(String.init)
    }

    /// Kills runs at random instants, and expects that each image is stored and linked once in the end.
    static func killed(_ names: [String], images count: Int, what: String, test: String, salt: UInt64) async throws {
        let usual = try await PhotoSending(names)
        let whole = try await usual.command("run").run()
        try #require(whole.code == 0, "\(whole)")
        let images = Set(try usual.hub.effects("put-photo").compactMap(\.sha256))
        try #require(images.count == count)
        let pace = Pace(whole.took)
        await Trials(what: what, test: test).run(hits: 6 * Product.trials) { number in
            var random = Seeded(trial: number, salt: salt)
            let photos = try await PhotoSending(names)
            var hits = 0
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let ending = try await photos.command("run").killed(after: pace.instant(using: &random))
                guard ending.wasKilled else { break }
                hits += 1
            }
            let ending = try await photos.command("run").run()
            guard [0, 3].contains(ending.code) else { return .broken("in the end: \(ending)") }
            let stored = try photos.hub.effects("put-photo").compactMap(\.sha256)
            guard Set(stored) == images else { return .broken("other images were stored: \(stored)") }
            let links = try photos.hub.effects("link-photo").map { $0.identity["ref"] ?? "" }
            guard links.count == count, Set(links).count == count else { return .broken("linked: \(links)") }
            if exists(photos.parts) { return .broken("images are left") }
            return hits > 0 ? .held : .late
        }
    }
}

/// A copy of the program, with a shell script beside it in the place of `gantry-photo`.
struct ConverterDouble: Sendable {
    private let folder: String
    var gantry: String { folder + "/gantry" }

    /// A copy in a folder of its own, to be linked from others.
    private static let copy = Once { () async throws -> TestFolder in
        let folder = try TestFolder("program")
        try await Command(["cp", Product.binary, folder.file("gantry")]).succeed()
        return folder
    }

    /// - Parameter script: It has the converter as `$real`.
    init(_ script: String, in workspace: Workspace) async throws {
        folder = workspace.folder.file("bin")
        try await Command(["mkdir", folder]).succeed()
        try await Command(["ln", try await ConverterDouble.copy.value.file("gantry"), gantry]).succeed()
        try replace(script)
    }

    /// Puts another script in its place.
    func replace(_ script: String) throws {
        let path = folder + "/gantry-photo"
        let real = URL(filePath: Product.binary).deletingLastPathComponent().path + "/gantry-photo"
        try write("#!/bin/sh\nreal=\(real)\n\(script)\n", to: path)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }
}
