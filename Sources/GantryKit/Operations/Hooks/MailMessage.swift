internal import FoundationEssentials
package import GantryModel

/// A message of mail in plain text (RFC 5322, RFC 2045).
package struct MailMessage {
    let from: String
    let to: [String]
    let subject: String
    let text: String
    let time: Instant
    /// What makes it one of its own.
    let id: String

    /// - Parameters:
    ///   - from: an address, as are those of `to`: ASCII without blanks.
    ///   - subject: any text; shown in one line.
    package init(from: String, to: [String], subject: String, text: String, time: Instant, id: String) {
        self.from = from
        self.to = to
        self.subject = subject
        self.text = text
        self.time = time
        self.id = id
    }

    package var bytes: [UInt8] {
        let headers = [
            "From: Gantry <\(from)>", "To: \(to.joined(separator: ",\r\n "))", "Subject: \(MailMessage.word(subject))",
            "Date: \(MailMessage.date(time))", "Message-ID: <\(id)@\(from.split(separator: "@").last ?? "localhost")>",
            "MIME-Version: 1.0", "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64",
            "Auto-Submitted: auto-generated", "",
        ]
        let body = Data(text.utf8).base64EncodedString(options: [
            .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
        ])
        return Array((headers.joined(separator: "\r\n") + "\r\n" + body + "\r\n").utf8)
    }

    /// ASCII as it is, and anything else as an encoded word (RFC 2047), each of which is short enough for a line.
    static func word(_ text: String) -> String {
        let line = singleLine(text, limit: 200)
        guard !line.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) || line.hasPrefix("=?") else { return line }
        var words: [String] = []
        var part = ""
        func end() {
            if !part.isEmpty { words.append("=?utf-8?B?\(Data(part.utf8).base64EncodedString())?=") }
            part = ""
        }
        for character in line {
            if part.utf8.count + String(character).utf8.count > 39 { end() }
            part.append(character)
        }
        end()
        return words.joined(separator: "\r\n ")
    }

    /// `Mon, 23 Nov 2026 17:31:00 +0000`
    static func date(_ time: Instant) -> String {
        let days = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let day = time.utcDate
        let (year, month, number) = day.components
        let clock = time.wholeSeconds.description.dropFirst(11).prefix(8)
        return "\(days[day.isoWeekday - 1]), \(number) \(months[month - 1]) \(year) \(clock) +0000"
    }
}
