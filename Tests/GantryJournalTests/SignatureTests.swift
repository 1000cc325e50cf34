import Foundation
import GantryEngine
import GantryJournal
import Testing

@Suite("Signatures in the journal") struct SignatureTests {
    @Test("Lines are kept in order for each pipeline, and are finished one by one") func keeps() async throws {
        let file = try JournalFile()
        let journal = try file.open()
        try await journal.addSignature("{\"a\":1}", number: 1, of: "payroll")
        try await journal.addSignature("{\"a\":2}", number: 2, of: "payroll")
        try await journal.addSignature("{\"a\":3}", number: 1, of: "other")
        try await journal.finishSignature(1, of: "payroll")
        let again = try file.open()
        #expect(
            try await again.signatures(of: "payroll") == [
                JournaledSignature(number: 1, line: "{\"a\":1}", isFinished: true),
                JournaledSignature(number: 2, line: "{\"a\":2}", isFinished: false),
            ])
        #expect(try await again.signatures(of: "none").isEmpty)
        await #expect(throws: JournalError.self) { try await journal.addSignature("{}", number: 2, of: "payroll") }
    }

    @Test(
        "A line that was changed or removed is named",
        arguments: [
            "UPDATE signatures SET line = '{}' WHERE number = 2", "DELETE FROM signatures WHERE number = 2",
            "UPDATE signatures SET pipeline = 'other' WHERE number = 2",
        ])
    func damage(sql: String) async throws {
        let file = try JournalFile()
        let journal = try file.open()
        for number in 1...3 { try await journal.addSignature("{\"a\":\(number)}", number: number, of: "payroll") }
        try file.spoil { try $0.execute(script: sql) }
        let error = try await #require(throws: JournalError.self) { try await journal.signatures(of: "payroll") }
        #expect(error.code == .damaged && error.explanation.contains("Signature 2"))
    }
}
