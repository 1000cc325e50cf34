import GantryFormats
import Testing

@Suite("XML Schema")
struct XMLSchemaTests {
    static let schema = """
        <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
          <xs:element name="list">
            <xs:complexType>
              <xs:sequence>
                <xs:element name="item" maxOccurs="unbounded">
                  <xs:complexType><xs:attribute name="number" type="xs:int" use="required"/></xs:complexType>
                </xs:element>
              </xs:sequence>
            </xs:complexType>
            <xs:key name="number"><xs:selector xpath="item"/><xs:field xpath="@number"/></xs:key>
          </xs:element>
        </xs:schema>
        """

    private func violations(_ document: String, limit: Int = 100) throws -> [XMLViolation] {
        let schema = try XMLSchema(Array(XMLSchemaTests.schema.utf8), name: "sample.xsd")
        return try schema.validate(bytes: Array(document.utf8), name: "sample.xml", limit: limit)
    }

    @Test("A valid document has no violations, and a schema serves many documents")
    func valid() throws {
        let schema = try XMLSchema(Array(XMLSchemaTests.schema.utf8), name: "sample.xsd")
        for number in 1...3 {
            let document = Array("<list><item number='\(number)'/></list>".utf8)
            #expect(try schema.validate(bytes: document, name: "sample.xml").isEmpty)
        }
    }

    @Test("A violation has its line, its rule and a sentence")
    func located() throws {
        let found = try violations(
            "<list>\n<item number='1'/>\n<item number='x'/>\n<item number='1'/>\n<other/>\n</list>")
        #expect(found.map(\.line).contains(3))
        #expect(found.contains { $0.message.contains("'x' is not a valid value") })
        #expect(found.contains { $0.line == 4 && $0.message.contains("Duplicate key-sequence") })
        #expect(found.contains { $0.line == 5 && $0.message.contains("This element is not expected") })
        #expect(found.allSatisfy { $0.rule > 1_700 && $0.column > 0 && !$0.message.contains("\n") })
    }

    @Test("No more violations are kept than asked for")
    func bounded() throws {
        let bad = "<list>" + String(repeating: "<item number='x'/>", count: 5_000) + "</list>"
        #expect(try violations(bad, limit: 7).count == 7)
    }

    @Test("A document that is not well formed is an error, not a violation")
    func malformed() {
        #expect(throws: XMLError.self) { try violations("<list><item number='1'/>") }
        #expect(throws: XMLError.self) { try violations("<!DOCTYPE list><list><item number='1'/></list>") }
    }

    @Test(
        "A schema that is no schema is refused with its line",
        arguments: [
            ("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\n<xs:element/></xs:schema>", 2),
            ("<xs:schema xmlns:xs='http://www.w3.org/2001/XMLSchema'>\n<xs:elemen", 2), ("<a/>", 0), ("", 0),
        ])
    func unusable(schema: String, line: Int) throws {
        do {
            _ = try XMLSchema(Array(schema.utf8), name: "sample.xsd")
            Issue.record("the schema was compiled")
        } catch {
            #expect(error.code == .schema)
            #expect(error.line == line, "\(error.explanation)")
            #expect(error.source == "sample.xsd")
        }
    }

    @Test("Readers with and without schema work side by side in many tasks")
    func concurrent() async throws {
        try await withThrowingTaskGroup(of: Int.self) { group in
            for task in 0..<16 {
                group.addTask {
                    let document =
                        "<list>" + (0..<500).map { "<item number='\($0)'/>" }.joined() + (task % 2 == 0 ? "<x/>" : "")
                        + "</list>"
                    let schema = try XMLSchema(Array(XMLSchemaTests.schema.utf8), name: "sample.xsd")
                    return try schema.validate(bytes: Array(document.utf8), name: "sample.xml").count
                }
            }
            var counts: [Int] = []
            for try await count in group { counts.append(count) }
            #expect(counts.sorted() == [Int](repeating: 0, count: 8) + [Int](repeating: 1, count: 8))
        }
    }
}
