import FoundationEssentials
import Glibc
import Testing

@Suite("Photos that the server doesn't take") struct PhotoConversionTests {
    private static let usual = [
        "phone.heic", "large.jpg", "grey.jpg", "fits.jpg", "screen.png", "saved.webp", "wide.heic",
    ]

    /// What Pillow sees of JPEG images: size, mode, whether it has a profile and Exif, its upper corners, and how often
    /// it has a word of the original's Exif.
    private static let look = """
        import io, sys
        from PIL import Image, ImageCms
        def profile(image):
            bytes = image.info.get("icc_profile")
            if not bytes:
                return "-"
            name = ImageCms.getProfileDescription(ImageCms.ImageCmsProfile(io.BytesIO(bytes)))
            return "p3" if "Display P3" in name else "icc"
        for path in sys.argv[1:]:
            image = Image.open(path)
            image.load()
            def corner(x, y):
                red, *others = image.convert("RGB").getpixel((x, y))
                return "other" if red < 200 else "white" if min(others) > 200 else "red" if max(others) < 60 else "other"
            print(image.format, image.width, image.height, image.mode, profile(image),
                "exif" if image.getexif() else "-", corner(20, 20), corner(image.width - 20, 20),
                open(path, "rb").read().count(b"secret"))
        """

    @Test("arrive as JPEG images, upright, in their colours, without what else they tell") func arrive() async throws {
        let photos = try await PhotoSending(Self.usual)
        let plan = try await photos.command("plan").run()
        #expect(plan.code == 0 && plan.out.contains("photos sent as JPEG        6"), "\(plan)")
        let run = try await photos.command("run").run()
        try #require(run.code == 0, "\(run)")
        let said = try photos.sending.column("gantry_sent_as")
        #expect(said[0].hasPrefix("HEIC, 900 x 600, sent as JPEG, quality 90, "), "\(said)")
        // It was on its side.
        #expect(said[1].hasPrefix("JPEG, 1600 x 2400, sent as JPEG, "), "\(said)")
        #expect(said[3].isEmpty && said[4].hasPrefix("PNG, ") && said[5].hasPrefix("WebP, "), "\(said)")
        let files = try await photos.linked()
        let seen = try await Command([Product.python, "-c", Self.look] + files).succeed().lines
        try #require(seen.count == 7, "\(seen)")
        // Where the red corner is, and that nothing of Exif is left.
        #expect(seen[0].hasPrefix("JPEG 900 600 RGB icc - red "), "\(seen)")
        // What was on its side has its corner at the top right.
        #expect(seen[1].contains(" RGB icc - other red ") && seen[1].hasPrefix("JPEG 1"), "\(seen)")
        #expect(seen[2].contains(" L - - "), "\(seen)")
        #expect(seen[3].hasPrefix("JPEG 400 300 RGB - - red "), "\(seen)")
        // Where it is transparent, it is white.
        #expect(seen[4].hasPrefix("JPEG 300 200 RGB icc - white "), "\(seen)")
        #expect(seen[5].hasPrefix("JPEG 320 240 RGB - - red "), "\(seen)")
        // A number for its colours is no profile in JPEG.
        #expect(seen[6].hasPrefix("JPEG 900 600 RGB p3 - red "), "\(seen)")
        #expect(seen.allSatisfy { $0.hasSuffix(" 0") }, "\(seen)")
        for file in files { #expect(try read(file).count <= 2 << 20) }
        // Nothing of it is left, and the originals are what they were.
        let left = try Tree(photos.planned).files.isEmpty
        #expect(left && !exists(photos.parts))
        let again = try await photos.command("run").run()
        again.expect(exit: 3)
    }

    @Test("are converted once for a plan and its run") func once() async throws {
        let photos = try await PhotoSending(
            ["phone.heic", "second.heic"], converter: #"echo >>"${0%/*}/calls"; exec $real "$@""#)
        let plan = try await photos.command("plan", ["--json"]).run()
        #expect(plan.code == 0 && plan.out.contains(#""stage":"checking""#), "\(plan)")
        #expect(try await photos.command("plan").run().code == 0)
        #expect(try await photos.command("run").run().code == 0)
        #expect(try read(photos.sending.workspace.folder.file("bin/calls")).count == 2)
    }

    @Test("are refused where the pipeline file says so") func originals() async throws {
        let photos = try await PhotoSending(["phone.heic", "large.jpg", "fits.jpg"])
        let pipeline = photos.sending.workspace.folder.file("photos-upload.yaml")
        let shipped = try text(of: Product.root + "/Pipelines/photos-upload.yaml")
        try write(shipped.replacing("files:\n", with: "files:\n  convert: false\n"), to: pipeline)
        var command = photos.command("run")
        command.words[2] = pipeline
        let run = try await command.run()
        #expect(run.code == 2 && run.out.contains("wrong-type") && run.out.contains("too-large"), "\(run)")
        #expect(try photos.sending.states() == ["refused", "refused", "done"])
    }

    @Test("and that can't be converted cost a row each, with the reason", arguments: ["plan", "run"])
    func hostile(verb: String) async throws {
        let expected = [
            ("cut.jpg", "damaged-jpeg"), ("mangled.jpg", "damaged-jpeg"), ("cut.heic", "damaged-heic"),
            ("bomb.heic", "photo-too-large"), ("many.heic", "photo-several"),
            ("bomb.png", "photo-too-large"), ("print.jpg", "photo-colours"), ("hdr.heic", "photo-colours"),
            ("scan.tif", "wrong-type"),
            ("scan.pdf", "wrong-type"),
        ]
        let photos = try await PhotoSending(expected.map(\.0) + ["phone.heic"])
        let ending = try await photos.command(verb, ["--json"]).run()
        ending.expect(exit: 2)
        guard verb == "run" else {
            // Problems that several rows have are listed with the first, so each file has words of its own.
            let last = try #require(ending.lines.last)
            let plan = try JSONDecoder().decode(Finished.self, from: Data(last.utf8)).result
            #expect(plan.refused.map(\.files) == expected.map { [$0.0] }, "\(ending)")
            #expect(plan.refused.map(\.code) == expected.map(\.1), "\(ending)")
            #expect(plan.converted == 1)
            return
        }
        #expect(ending.out.contains("100 pictures"), "\(ending)")
        #expect(try photos.sending.states() == expected.map { _ in "refused" } + ["done"])
        #expect(try photos.hub.effects("link-photo").count == 1)
    }

    @Test(
        "cost a row where the converter dies or answers what is no JPEG image",
        arguments: [
            "kill -SEGV $$", "kill -KILL $$", "exit 1", "echo nonsense", "printf 'jpeg heic-9x9-9x9-90\\nGIF89a'",
            "head -c 9000000 /dev/zero", "printf 'jpeg heic-9x9-9x9-90\\n'",
        ])
    func dies(how: String) async throws {
        let photos = try await PhotoSending(
            ["phone.heic", "second.heic"],
            converter: "if [ \"$2\" = phone.heic ]; then \(how); exit; fi; exec $real \"$@\"")
        let run = try await photos.command("run").run()
        #expect(run.code == 2 && run.out.contains("photo-failed") && run.out.contains("export it as JPEG"), "\(run)")
        #expect(try photos.sending.states() == ["refused", "done"])
    }

    @Test("and change while they are converted are refused") func changes() async throws {
        let originals = try await PhotoSending.photos.value
        let folder = try TestFolder("changing")
        try await Command(["cp", originals.file("phone.heic"), originals.file("second.heic"), folder.path]).succeed()
        let photos = try await PhotoSending(
            ["phone.heic", "second.heic"], in: folder.path,
            converter: "if [ \"$2\" = phone.heic ]; then echo >>\"$1/$2\"; fi; exec $real \"$@\"")
        let run = try await photos.command("run").run()
        #expect(run.code == 2 && run.out.contains("file-changed"), "\(run)")
        #expect(try photos.sending.states() == ["refused", "done"])
    }

    @Test("are decoded by a process that has given up files, memory, time and rights, and gets no secrets")
    func confined() async throws {
        let photos = try await PhotoSending(["phone.heic"], converter: #"env >"${0%/*}/environment"; exec $real "$@""#)
        #expect(try await photos.command("run").run().code == 0)
        let environment = try text(of: photos.sending.workspace.folder.file("bin/environment"))
        #expect(!environment.contains("KEY") && !environment.contains("HOME"), "\(environment)")

        let file = photos.files + "/phone.heic"
        let digest = try await Command(["sha256sum", file]).succeed().out.prefix(64)
        let real = String(Product.binary.dropLast("gantry".count)) + "gantry-photo"
        let words = [real, photos.files, "phone.heic", String(digest), "heic", "2000000", "1", "64000000"]
        // Its output is a file here, which may not grow.
        #expect(try await Command(words).run().status == .killed(by: SIGXFSZ))
        let log = photos.sending.workspace.folder.file("calls")
        let traced = try await Command(["sh", "-c", "strace -f -o \"$0\" \"$@\" | wc -c", log] + words).succeed()
        #expect(Int(traced.out.filter(\.isNumber)) ?? 0 > 10_000, "\(traced)")
        let calls = try text(of: log).split(separator: "\n")
        let limits = [
            "RLIMIT_AS, {rlim_cur=2097152*1024,", "RLIMIT_CPU, {rlim_cur=60,", "RLIMIT_NOFILE, {rlim_cur=3,",
            "PR_SET_NO_NEW_PRIVS, 1",
        ]
        for limit in limits { #expect(calls.contains { $0.contains(limit) }, "\(limit)") }
        let last = try #require(calls.lastIndex { $0.contains("PR_SET_NO_NEW_PRIVS") })
        #expect(!calls[last...].contains { $0.contains("open") && !$0.contains(" = -1 ") })
        #expect(calls[last...].contains { $0.contains("SECCOMP_SET_MODE_FILTER") && $0.hasSuffix(" = 0") })
    }

    /// What a picture could make a broken decoder do.
    private static let misuse = """
        #include <fcntl.h>
        #include <signal.h>
        #include <stdlib.h>
        #include <string.h>
        #include <sys/mman.h>
        #include <sys/socket.h>
        #include <unistd.h>
        int heif_image_handle_get_width(const void *handle) {
            const char *what = getenv("LD_TEST_MISUSE");
            (void)handle;
            if (!strcmp(what, "socket")) socket(AF_INET, SOCK_STREAM, 0);
            if (!strcmp(what, "fork")) fork();
            if (!strcmp(what, "kill")) kill(getppid(), 0);
            if (!strcmp(what, "unlink")) unlink("/tmp/gantry-nothing");
            if (!strcmp(what, "code")) mmap(0, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            /* Opening a file fails without an end, as under a limit. */
            if (!strcmp(what, "open")) open("/etc/passwd", O_RDONLY);
            return 900;
        }
        """

    @Test(
        "are decoded by a process that ends where it is made to do more than decode, which costs that photo alone",
        arguments: ["socket", "fork", "kill", "unlink", "code", "open"])
    func misused(what: String) async throws {
        let photos = try await PhotoSending(
            ["phone.heic", "large.jpg"],
            converter: #"LD_TEST_MISUSE=\#(what) LD_PRELOAD="${0%/*}/misuse.so" exec $real "$@""#)
        let source = photos.sending.workspace.folder.file("misuse.c")
        try write(Self.misuse, to: source)
        let compiler = exists("/usr/bin/cc") ? "cc" : "clang"
        let library = photos.sending.workspace.folder.file("bin/misuse.so")
        try await Command([compiler, "-shared", "-fPIC", "-o", library, source]).succeed()
        let run = try await photos.command("run").run()
        guard what != "open" else {
            run.expect(exit: 0)
            return
        }
        #expect(run.code == 2 && run.out.contains("photo-failed"), "\(run)")
        #expect(try photos.sending.states() == ["refused", "done"])
        #expect(try photos.hub.effects("link-photo").count == 1)
    }

    @Test("end the run where there is no converter, and the same command goes on") func noConverter() async throws {
        let photos = try await PhotoSending(["phone.heic"], converter: "")
        try remove(photos.sending.workspace.folder.file("bin/gantry-photo"))
        let run = try await photos.command("run").run()
        #expect(run.code != 0 && run.err.contains("gantry-photo"), "\(run)")
        try photos.replace(#"exec $real "$@""#)
        #expect(try await photos.command("run").run().code == 0)
    }

    @Test(
        "of other makers are sent, or refused by a code",
        .enabled(if: judges != nil, "GANTRY_JUDGES is not set"))
    func judged() async throws {
        let folder = try #require(judges) + "/photos"
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".heic") }
            .sorted()
        try #require(names.count >= 12)
        let photos = try await PhotoSending(names, in: folder)
        let run = try await photos.command("run").run()
        try #require(run.code == 2, "\(run)")
        let sent = zip(names, try photos.sending.states()).filter { $1 == "done" }.map(\.0)
        #expect(
            sent == [
                "libheif-rainbow-451x461.heic", "libheif-with-alpha-512x512.heic", "nokia-C002.heic", "nokia-C006.heic",
            ])
        #expect(!run.out.contains("photo-failed"), "\(run)")
        let files = try await photos.linked()
        let seen = try await Command([Product.python, "-c", Self.look] + files).succeed().out
        for size in ["451 461", "512 512", "1280 720"] { #expect(seen.contains("JPEG \(size) RGB"), "\(seen)") }
    }
}

/// What `plan --json` says at its end.
private struct Finished: Decodable {
    struct Plan: Decodable {
        struct Row: Decodable {
            let files: [String]
            let code: String
        }
        let refused: [Row]
        let converted: Int
    }
    let result: Plan
}

private let judges = Product.environment["GANTRY_JUDGES"].flatMap { $0.isEmpty ? nil : $0 }
