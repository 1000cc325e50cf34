internal import GantryJSON
internal import GantryModel

/// Writes computed entries as a JavaScript server does, with all variations that the contract allows.
///
/// It writes bytes and not a ``JSONTree``, because a page has up to 1,000 entries and a data set millions.
struct WorkEntrySpelling: Sendable {
    /// `YYYY-MM-DD` for every day and the day after the last.
    private let days: [[UInt8]]
    /// Hours for every number of minutes.
    private let hours: [[UInt8]]
    /// The same hours, added up in tenths with the errors of binary numbers.
    private let summedHours: [[UInt8]]
    private let notes: [[UInt8]]

    init(firstDay: CivilDate, days count: Int) {
        days = (0...count).map { Array((firstDay + $0).description.utf8) }
        let minutes = 0...1_600
        hours = minutes.map { JSONTree(javaScript: Double($0) / 60).bytes }
        var sums = [0.0]
        for tenth in 1...(1_600 / 6) { sums.append(sums[tenth - 1] + 0.1) }
        summedHours = minutes.map { JSONTree(javaScript: $0 % 6 == 0 ? sums[$0 / 6] : Double($0) / 60).bytes }
        notes = Self.noteLiterals.map { Array($0.utf8) }
    }

    func append(_ entry: GeneratedEntry, to bytes: inout [UInt8]) {
        let noise = entry.noise
        bytes.append(#"{"id":"#)
        bytes.append(decimal: entry.id)
        bytes.append(#","employeeId":"#)
        append(quoted: noise % 701 == 0, to: &bytes) { $0.append(decimal: entry.employeeID) }
        bytes.append(#","workDate":""#)
        bytes.append(contentsOf: days[entry.day])
        bytes.append(#"T00:00:00.000000Z","normalHours":"#)
        append(quoted: noise % 401 == 0, to: &bytes) { append(hours: entry.normalMinutes, noise, to: &$0) }
        bytes.append(#","overtimeHours":"#)
        append(hours: entry.overtimeMinutes, noise, to: &bytes)
        bytes.append(#","weekendHours":"#)
        append(hours: entry.weekendMinutes, noise, to: &bytes)
        appendPlace(noise >> 8, to: &bytes)
        appendNotes(noise >> 20, to: &bytes)
        appendStatus(entry.day, noise, to: &bytes)
        if noise % 97 == 0 { bytes.append(#","km":"12.5""#) }
        bytes.append("}")
    }

    private func append(hours minutes: Int, _ noise: UInt64, to bytes: inout [UInt8]) {
        if minutes < 0 { bytes.append(UInt8(ascii: "-")) }
        let table = (noise >> 40) % 16 == 0 ? summedHours : hours
        bytes.append(contentsOf: table[min(Int(minutes.magnitude), table.count - 1)])
    }

    private func append(quoted: Bool, to bytes: inout [UInt8], _ value: (inout [UInt8]) -> Void) {
        if quoted { bytes.append(UInt8(ascii: "\"")) }
        value(&bytes)
        if quoted { bytes.append(UInt8(ascii: "\"")) }
    }

    /// A project and one of its tasks; sometimes null, sometimes left out.
    private func appendPlace(_ noise: UInt64, to bytes: inout [UInt8]) {
        let project = Int(noise % 24) + 11
        switch noise % 61 {
        case 0: bytes.append(#","projectId":null,"taskId":null"#)
        case 1: break
        default:
            bytes.append(#","projectId":"#)
            bytes.append(decimal: project)
            bytes.append(#","taskId":"#)
            bytes.append(decimal: project * 10 + Int((noise >> 16) % 6))
        }
    }

    private func appendNotes(_ noise: UInt64, to bytes: inout [UInt8]) {
        let choice = Int(noise % 100)
        if choice < 10 { return }
        bytes.append(#","notes":"#)
        if choice < 60 { return bytes.append("null") }
        bytes.append(contentsOf: notes[Int((noise >> 12) % UInt64(notes.count))])
    }

    private func appendStatus(_ day: Int, _ noise: UInt64, to bytes: inout [UInt8]) {
        let rare = (noise >> 28) % 150
        let status = rare == 0 ? "DRAFT" : rare == 1 ? "SUBMITTED" : rare == 2 ? "REJECTED" : "APPROVED"
        bytes.append(#","status":""#)
        bytes.append(status)
        bytes.append(#"","submittedAt":"#)
        if rare == 0 {
            bytes.append("null")
        } else {
            append(day: days[day], hour: 16, noise >> 6, to: &bytes)
        }
        if rare > 2 {
            bytes.append(#","approvedAt":"#)
            append(day: days[day + 1], hour: 7, noise >> 10, to: &bytes)
            bytes.append(#","approvedBy":"#)
            bytes.append(decimal: 901 + Int(noise % 5))
        } else if noise % 2 == 0 {
            bytes.append(#","approvedAt":null,"approvedBy":null"#)
        }
    }

    /// `"YYYY-MM-DDTHH:MM:SS.ffffffZ"` in the given hour.
    private func append(day: [UInt8], hour: Int, _ noise: UInt64, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        bytes.append(contentsOf: day)
        bytes.append(UInt8(ascii: "T"))
        bytes.append(twoDigits: hour)
        bytes.append(UInt8(ascii: ":"))
        bytes.append(twoDigits: Int(noise % 60))
        bytes.append(UInt8(ascii: ":"))
        bytes.append(twoDigits: Int((noise >> 7) % 60))
        bytes.append(UInt8(ascii: "."))
        let micros = Int((noise >> 14) % 1_000_000)
        bytes.append(twoDigits: micros / 10_000)
        bytes.append(twoDigits: micros / 100 % 100)
        bytes.append(twoDigits: micros % 100)
        bytes.append(#"Z""#)
    }

    /// JSON strings with different spellings of the same characters.
    private static let noteLiterals = [
        #""Løft af betonelementer""#, #""Kran 4, nordsiden""#, #""Ventetid på levering""#, #""=SUM(A1)""#,
        #""-5 degrees""#,
        #""+1 mand på plads; rigger fra kl. 10""#, #""@depot""#, #""He said \"stop\" twice""#,
        #""first line\nsecond line""#,
        #""wind 12 m/s\r\ncrane stopped""#, #""Æbeltoftgade 3 - åben port""#, #""🏗️ two lifts""#,
        #""\ud83d\ude00 done""#,
        #""a;b;c,d""#, #""tab\there""#, #""C:\\drawings\\7.dwg""#, #""""#, #"" leading and trailing ""#, #""007""#,
        #""2026-10-05""#, #""<b>&amp; 'quotes'</b>""#, #""Ordre 5\/2026""#, #""1,5 t""#, #""na\u00efve caf\u00e9""#,
    ]
}
