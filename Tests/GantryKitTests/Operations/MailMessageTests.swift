import Foundation
import GantryKit
import GantryModel
import Testing

@Suite("A message about a run") struct MailMessageTests {
    private func message(_ subject: String, _ text: String = "Done.\n") throws -> [String] {
        let time = try #require(Instant("2026-11-02T07:05:09.25Z"))
        let bytes = MailMessage(
            from: "gantry@example.test", to: ["a@example.test", "b@example.test"], subject: subject, text: text,
            time: time, id: "1"
        ).bytes
        return String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    }

    @Test("has the headers that mail needs, and text that any server passes on") func plain() throws {
        let text = String(repeating: "Kørt til ende. ", count: 40)
        let lines = try message("[Gantry] p/2026-10/r1 is published", text)
        #expect(
            lines.prefix(6) == [
                "From: Gantry <gantry@example.test>", "To: a@example.test,", " b@example.test",
                "Subject: [Gantry] p/2026-10/r1 is published", "Date: Mon, 2 Nov 2026 07:05:09 +0000",
                "Message-ID: <1@example.test>",
            ])
        #expect(lines.allSatisfy { $0.utf8.count <= 78 && $0.utf8.allSatisfy { $0 < 0x7F } })
        let body = lines.drop { !$0.isEmpty }.joined()
        #expect(Data(base64Encoded: body).map { String(decoding: $0, as: UTF8.self) } == text)
    }

    @Test("never gets another header from its subject") func subject() throws {
        let lines = try message("ø\r\nBcc: thief@example.test" + String(repeating: "é", count: 60))
        #expect(!lines.contains { $0.hasPrefix("Bcc") } && lines.contains { $0.hasPrefix("Subject: =?utf-8?B?") })
        #expect(lines.allSatisfy { $0.utf8.count <= 78 })
    }
}
