import GantryFormats
import Glibc
import Testing

@Suite("Hostile XML")
struct HostileXMLTests {
    /// Documents that cost a careless reader its memory, its time or its secrets. `PATH` and `PORT` stand for a file
    /// and a listener that must not be touched.
    static let documents: [(name: String, code: XMLError.Code, document: @Sendable () -> String)] = [
        ("billion laughs", .doctype, { laughs(10, times: 10) }),
        (
            "quadratic blow-up", .doctype,
            {
                """
                <!DOCTYPE a [<!ENTITY x "\(String(repeating: "x", count: 100_000))">]><a>\(String(repeating: "&x;", count: 100_000))</a>
                """
            }
        ),
        ("external entity from a file", .doctype, { "<!DOCTYPE a [<!ENTITY x SYSTEM 'file://PATH'>]><a>&x;</a>" }),
        ("external entity in an attribute", .doctype, { "<!DOCTYPE a [<!ENTITY x SYSTEM 'PATH'>]><a b='&x;'/>" }),
        (
            "external entity from a server", .doctype,
            { "<!DOCTYPE a [<!ENTITY x SYSTEM 'http://127.0.0.1:PORT/x'>]><a>&x;</a>" }
        ),
        ("external DTD from a server", .doctype, { "<!DOCTYPE a SYSTEM 'http://127.0.0.1:PORT/a.dtd'><a/>" }),
        ("external DTD from a file", .doctype, { "<!DOCTYPE a SYSTEM 'PATH'><a/>" }),
        ("public DTD", .doctype, { "<!DOCTYPE a PUBLIC '-//X//Y' 'http://127.0.0.1:PORT/a.dtd'><a/>" }),
        ("parameter entity", .doctype, { "<!DOCTYPE a [<!ENTITY % x SYSTEM 'http://127.0.0.1:PORT/x'> %x; ]><a/>" }),
        ("parameter entity from a file", .doctype, { "<!DOCTYPE a [<!ENTITY % x SYSTEM 'PATH'> %x; ]><a/>" }),
        ("entity loop", .doctype, { "<!DOCTYPE a [<!ENTITY x '&y;'><!ENTITY y '&x;'>]><a>&x;</a>" }),
        ("default attributes", .doctype, { "<!DOCTYPE a [<!ATTLIST a b CDATA 'injected'>]><a/>" }),
        ("plain DOCTYPE", .doctype, { "<!DOCTYPE a><a/>" }),
        ("undeclared entity", .doctype, { "<a>&x;</a>" }),
        ("undeclared entity in an attribute", .doctype, { "<a b='&x;'/>" }),
        ("one million levels", .limit, { String(repeating: "<a>", count: 1_000_000) }),
        ("twenty million bytes in an attribute", .limit, { "<a b='\(String(repeating: "x", count: 20_000_000))'/>" }),
        ("twenty million bytes of text", .limit, { "<a>\(String(repeating: "x", count: 20_000_000))</a>" }),
        ("twenty million bytes of comment", .limit, { "<a><!--\(String(repeating: "x", count: 20_000_000))--></a>" }),
        (
            "a hundred thousand attributes", .limit,
            { "<a \((0..<100_000).map { "b\($0)=''" }.joined(separator: " "))/>" }
        ),
        (
            "twenty million bytes in an attribute full of >", .limit,
            { "<a b='\(String(repeating: ">x", count: 10_000_000))'/>" }
        ),
        (
            "a hundred thousand attributes full of >", .limit,
            { "<a \((0..<100_000).map { "b\($0)='>'" }.joined(separator: " "))/>" }
        ),
        (
            "a DOCTYPE behind a comment", .doctype,
            { "<?xml version='1.0'?><!-- > --><?x <?>\n<!DOCTYPE a [<!ENTITY x 'y'>]><a>&x;</a>" }
        ),
        ("UTF-7", .encoding, { "<?xml version='1.0' encoding='UTF-7'?>+ADwAIQ-DOCTYPE a+AD4APA-a/+AD4-" }),
        (
            "UTF-7 in a long declaration", .encoding,
            {
                "\u{FEFF}<?xml version='1.0' \(String(repeating: " ", count: 10_000))encoding='UTF-7'?>+ADw-a/+AD4-"
            }
        ),
        ("EBCDIC", .encoding, { "<?xml version='1.0' encoding = \"IBM037\"?><a/>" }),
    ]

    @Test(
        "Every hostile document is refused quickly, and no file or server is touched", arguments: documents.map(\.name))
    func refused(name: String) throws {
        let watch = try Watch()
        let (_, code, make) = try #require(HostileXMLTests.documents.first { $0.name == name })
        var document = make()
        if document.utf8.count < 1_000 {
            document = document.replacing("PATH", with: watch.path).replacing("PORT", with: "\(watch.port)")
        }
        let clock = ContinuousClock()
        var error: XMLError?
        let time = try clock.measure { error = try failure(of: document) }
        #expect(error?.code == code, "\(error?.explanation ?? "the document was read")")
        #expect(time < .seconds(3))
        #expect(!watch.wasTouched())
    }

    @Test("A document of many small parts is no attack: ten thousand siblings and a text just below the limit are read")
    func harmless() throws {
        let many = "<a>" + String(repeating: "<b c='1'/>", count: 10_000) + "</a>"
        #expect(try failure(of: many) == nil)
        #expect(try failure(of: "<a>" + String(repeating: "x", count: 1_000_000) + "</a>") == nil)
    }

    @Test("A document that names the place of a schema is refused, and the schema never loaded")
    func schemaLocation() throws {
        let watch = try Watch()
        let schema = try XMLSchema(
            Array(
                """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a"><xs:complexType>
                <xs:sequence><xs:any minOccurs="0" processContents="lax"/></xs:sequence></xs:complexType></xs:element></xs:schema>
                """.utf8), name: "sample.xsd")
        for location in ["http://127.0.0.1:\(watch.port)/x.xsd", watch.path] {
            let document = """
                <a xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="urn:x \(location)"
                 xsi:noNamespaceSchemaLocation="\(location)"><b xmlns="urn:x"/></a>
                """
            #expect(try failure(of: document, schema: schema)?.code == .schemaLocation)
            let inner = """
                <a><b xmlns:y="http://www.w3.org/2001/XMLSchema-instance" y:noNamespaceSchemaLocation="\(location)"/></a>
                """
            #expect(try failure(of: inner)?.code == .schemaLocation)
        }
        #expect(try failure(of: "<a schemaLocation=\"x\"/>") == nil)
        #expect(!watch.wasTouched())
    }

    @Test(
        "A schema that needs another document is refused without loading it",
        arguments: ["import", "include", "redefine"])
    func schemaImports(element: String) throws {
        let watch = try Watch()
        for location in ["http://127.0.0.1:\(watch.port)/x.xsd", watch.path, "file://\(watch.path)"] {
            let namespace = element == "import" ? "namespace='urn:x'" : ""
            let schema = """
                <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:\(element) \(namespace) schemaLocation="\(location)"/>
                <xs:element name="a"/></xs:schema>
                """
            do {
                _ = try XMLSchema(Array(schema.utf8), name: "sample.xsd")
                Issue.record("the schema was compiled")
            } catch { #expect(error.code == .schema) }
        }
        #expect(!watch.wasTouched())
    }

    private static func laughs(_ levels: Int, times: Int) -> String {
        var document = "<!DOCTYPE a [<!ENTITY l0 'ha'>"
        for level in 1..<levels {
            document += "<!ENTITY l\(level) '\(String(repeating: "&l\(level - 1);", count: times))'>"
        }
        return document + "]><a>&l\(levels - 1);</a>"
    }
}

/// A file and a loopback listener that notice whether anybody opens or calls them.
final class Watch {
    let path: String
    let port: UInt16
    private let events: Int32
    private let listener: Int32

    init() throws {
        var name = Array("/tmp/gantry-canary-XXXXXX".utf8CString)
        let file = unsafe mkstemp(&name)
        try #require(file >= 0)
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        _ = unsafe write(file, "canary", 6)
        close(file)
        events = inotify_init1(Int32(IN_NONBLOCK))
        let watching = unsafe inotify_add_watch(events, path, UInt32(IN_OPEN))
        try #require(watching >= 0)
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let bound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                unsafe bind(listener, $0, length) == 0 && listen(listener, 8) == 0
                    && getsockname(listener, $0, &length) == 0
            }
        }
        try #require(bound)
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
    }

    /// Whether the file was opened or a connection is waiting.
    func wasTouched() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let opened = unsafe read(events, &buffer, buffer.count) > 0
        let call = accept(listener, nil, nil)
        if call >= 0 { close(call) }
        return opened || call >= 0
    }

    deinit {
        close(events)
        close(listener)
        unsafe unlink(path)
    }
}
