import GantryAccounts
import GantryModel
import Testing

@Suite("Destinations of gantry.yaml") struct DestinationTests {
    private static func text(_ destination: String) -> String {
        ConfigurationTests.design + "\ndestinations:\n  there: \(destination)\n"
    }

    private static func read(_ destination: String) throws -> Destination {
        try ConfigurationTests.read(text(destination)).destination(named: "there")
    }

    @Test(
        "are told apart by the start of their addresses",
        arguments: [
            ("/mnt/pay/", Destination.Kind.folder, "/mnt/pay"), ("pay", .folder, "/etc/gantry/pay"),
            ("sftp://files.example/in/", .sftp, "sftp://files.example/in"),
            ("ftps://files.example", .ftps, "ftps://files.example"),
            ("https://files.example/dav", .webdav, "https://files.example/dav"),
            ("http://127.0.0.1:8080/dav", .webdav, "http://127.0.0.1:8080/dav"),
            ("s3://bucket/pay", .s3, "s3://bucket/pay"), ("S3://bucket//pay", .s3, "s3://bucket//pay"),
            ("SFTP://Files.Example:22//in", .sftp, "sftp://files.example/in"),
            ("sftp://files.example:2222/In", .sftp, "sftp://files.example:2222/In"),
            ("sftp://pay_roll/in", .sftp, "sftp://pay_roll/in"),
            ("ftps://files.example:21", .ftps, "ftps://files.example"),
            ("https://Files.example:443/dav/", .webdav, "https://files.example/dav"),
        ])
    func kinds(_ written: String, _ kind: Destination.Kind, _ address: String) throws {
        let account = [.folder, .webdav].contains(kind) ? "" : ", user: a, password: { env: PW }"
        let destination = try Self.read("{ address: \"\(written)\"\(account) }")
        #expect(destination.kind == kind && destination.address == address)
        #expect(destination.into == "{pipeline}/{period}/r{revision}")
    }

    @Test("have every key that their kind knows") func keys() throws {
        let print = "SHA256:" + String(repeating: "a", count: 43)
        let sftp = try Self.read(
            "{ address: sftp://h, user: a, key-file: k, passphrase: { env: PP }, host-key: [\"\(print)\"], into: \"\" }"
        )
        #expect(sftp.keyFile == "/etc/gantry/k" && sftp.passphrase == .environment("PP"))
        #expect(sftp.hostKeys == [print] && sftp.into.isEmpty)
        let store = try Self.read(
            "{ address: s3://b, user: a, password: { file: s }, endpoint: https://store.example, region: eu-1 }")
        #expect(store.endpoint == "https://store.example" && store.region == "eu-1" && store.usesPathStyle)
    }

    @Test(
        "with mistakes are refused",
        arguments: [
            ("{ address: sftp://a@h, user: a, password: { env: PW } }", "The address has a user"),
            ("{ address: scp://h }", "\"scp\" is no kind of destination"),
            ("{ address: http://h/dav }", "\"http\" is no kind of destination"),
            ("{ address: sftp://h, user: a }", "password"),
            ("{ address: s3://b, user: a }", "password"),
            ("{ address: /in, user: a }", "A destination of the kind folder has no user"),
            ("{ address: sftp://h, user: a, password: plain }", "The file contains the password itself"),
            ("{ address: sftp://h, user: a, key-file: k, host-key: [\"MD5:aa\"] }", "This is no fingerprint"),
            ("{ address: /in, into: \"../up\" }", "can't be a folder of a destination"),
            ("{ address: /in, into: \"{month}\" }", "can't be a folder of a destination"),
        ])
    func mistakes(_ destination: String, _ expected: String) throws {
        #expect(try ConfigurationTests.message(Self.text(destination)).contains(expected))
    }

    @Test("of other names are refused with the nearest one") func unknown() throws {
        let configuration = try ConfigurationTests.read(Self.text("{ address: /in }"))
        let error = #expect(throws: ConfigurationError.self) { try configuration.destination(named: "tehre") }
        #expect(error?.advice?.text { _ in "" }.contains("Did you mean there?") == true)
    }
}
