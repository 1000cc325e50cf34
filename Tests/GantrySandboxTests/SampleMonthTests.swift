import Foundation
import GantrySandbox
import Testing

@Suite("The sample month")
struct SampleMonthTests {
    /// The folder `Samples` of the package.
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../Samples")
        .standardizedFileURL.path()

    @Test("in Samples is what the code makes (GANTRY_WRITE_SAMPLES=1 writes it anew), in files below 300 kB")
    func filesAreCurrent() throws {
        if ProcessInfo.processInfo.environment["GANTRY_WRITE_SAMPLES"] == "1" { try SampleFiles.write(to: Self.folder) }
        for system in SandboxSystem.allCases {
            let files = try SampleFiles.files(of: system)
            let folder = "\(Self.folder)/\(system.rawValue)"
            #expect(
                try FileManager.default.subpathsOfDirectory(atPath: folder).filter { $0.contains(".") }.sorted()
                    == files.map(\.name).sorted())
            for file in files {
                #expect(
                    FileManager.default.contents(atPath: "\(folder)/\(file.name)") == Data(file.bytes),
                    "\(system) \(file.name)")
                #expect(file.bytes.count < 300_000)
            }
        }
    }

    @Test("is served alike from its files and from the code")
    func servedAlike() async throws {
        var answers: [[Data]] = []
        for records in [SandboxConfiguration.Records.sampleMonth, .folder(Self.folder)] {
            try await withSignedIn(SandboxConfiguration(records: records)) { client in
                answers.append([
                    try await client.get("\(SignedInSandbox.october)&limit=1000&page=2").body,
                    try await client.get("/api/app/chef/workers").body,
                ])
            }
        }
        #expect(answers[0] == answers[1])
    }

    @Test("shows every class of exception, once or a few times")
    func exceptions() async throws {
        try await withSignedIn { client in
            let pages = try await client.curl.pages(
                "\(client.sandbox.baseURL)\(SignedInSandbox.october)&limit=1000", count: 2)
            let entries = try pages.flatMap(records)
            let workers = try #require(try await client.get("/api/app/chef/workers").json as? [[String: Any]])
            #expect((1_450...1_550).contains(entries.count))

            let share = Double(entries.count { $0["status"] as? String != "APPROVED" }) / Double(entries.count)
            #expect((0.01...0.03).contains(share))
            #expect(Set(entries.compactMap { $0["status"] as? String }).count == 4)

            let sameID = Dictionary(grouping: entries) { $0["id"] as? Int ?? 0 }.values.filter { $0.count > 1 }
            #expect(sameID.count == 2)
            #expect(sameID.count { $0[0] as NSDictionary == $0[1] as NSDictionary } == 1)

            let totals = entries.map { entry in
                ["normalHours", "overtimeHours", "weekendHours"].compactMap { number(entry[$0]) }.reduce(0, +)
            }
            #expect(totals.count { $0 == 0 } == 1)
            #expect(totals.count { $0 < 0 } == 1)
            var days: [String: Double] = [:]
            for (index, (entry, total)) in zip(entries, totals).enumerated() {
                // A record that comes twice, byte for byte, counts once.
                if index > 0, entry as NSDictionary == entries[index - 1] as NSDictionary { continue }
                let employee = Int(number(entry["employeeId"]) ?? 0)
                days["\(employee) \((entry["workDate"] as? String ?? "").prefix(10))", default: 0] += total
            }
            #expect(days.filter { $0.value > 24 }.map(\.key) == ["1007 2026-10-14"])
            #expect(days.filter { $0.value > 13 && $0.value <= 24 }.map(\.key) == ["1012 2026-10-20"])

            let known = Set(workers.compactMap { $0["employee_id"] as? Int })
            #expect(entries.count { !known.contains(Int(number($0["employeeId"]) ?? 0)) } == 1)
            #expect(workers.count { $0["hourly_rate"] is NSNull } == 1)
            #expect(entries.count { !($0["workDate"] as? String ?? "").hasPrefix("2026-10") } == 1)
        }
    }

    @Test("holds the numbers and texts that trip exporters up")
    func traps() throws {
        let text = try SampleFiles.files(of: .ksrCranes).map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
        for trap in [
            "7.333333333333333,", ":7.29999999999999", #""normalHours":"7"#, #""employeeId":"10"#, #""=SUM(A1)""#,
            #""-5 degrees""#,
            #"\n"#, #"\""#, "a;b;c,d", "Æbeltoftgade", "🏗️", #"\ud83d\ude00"#, #"\u000b"#, #""notes":null"#,
            #""km":"12.5""#,
        ] {
            #expect(text.contains(trap), "\(trap)")
        }
    }
}
