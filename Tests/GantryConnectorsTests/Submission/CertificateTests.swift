import GantryConnectors
import GantryEngine
import Testing

@Suite("A certificate")
struct CertificateTests: OfficeRows {
    private var certificate: CDBL.Certificate { row(CDBL.Certificate.self, ["leave": "l1", "type": "medical"]) }

    @Test("is looked up where the server shows what a leave has, and is left to a person where it does not", arguments: [
        (#"{"id":"l1","certificateUrl":null}"#, true, "missing"), (#"{"leave":{"id":"l1","certificateUrl":"https://f/c.pdf?s=1"}}"#, true, "there https://f/c.pdf"),
        (#"{"id":"l1","fitnessCertificateUrl":"https://f/c.pdf"}"#, false, "cannot tell"), ("<html>", false, "cannot tell"),
    ])
    func find(answer: String, canBeFound: Bool, found: String) async throws {
        let calls = OfficeCalls(["/api/leaves/l1": answer])
        #expect(try await certificate.canBeFound(calls) == canBeFound)
        #expect(word(try await CDBL.Certificate.find(outgoing([certificate]), step: 0, calls)) == found)
    }
}
