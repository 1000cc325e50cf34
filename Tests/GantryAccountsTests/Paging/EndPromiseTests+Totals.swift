import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryHTTP
import GantryModel
import GantryTestSupport
import Testing

// A total may count the records of its own answer.
extension EndPromiseTests {
    /// Gives records of these days of October, of those that it is asked for, and at most some. Its total counts what
    /// it gives.
    private static func calendar(
        _ days: [Int], most: Int = 3, members: String = "", takesParts: Bool = true
    ) -> BackEndDouble {
        BackEndDouble { request throws(HTTPError) in
            if request.path.hasPrefix("/count") { return .json(200, "{\"all\":\(min(days.count, most))}") }
            guard request.path.hasPrefix("/hours") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            func asked(_ name: String) -> String? {
                request.path.split { "?&".contains($0) }.first { $0.hasPrefix(name + "=") }
                    .map { String($0.dropFirst(name.count + 1)) }
            }
            let (from, to) = (asked("from") ?? "2026-01-01", asked("to") ?? "2026-12-31")
            guard takesParts || from.hasSuffix("-01") && to.hasSuffix("-31") else { return .json(400, "{}") }
            let all = days.enumerated().map { ($0 + 1, "2026-10-\($1 < 10 ? "0" : "")\($1)") }
            let shown = all.filter { from <= $0.1 && $0.1 <= to }.prefix(most).map {
                #"{"id":\#($0.0),"day":"\#($0.1)"}"#
            }
            return .json(200, "{\"hours\":[\(shown.joined(separator: ","))],\"total\":\(shown.count)\(members)}")
        }
    }

    @Test(
        "in one answer of days may link to other days where it has as many records as it states",
        arguments: [
            (#","next":"2026-11-01""#, true), (#","links":{"prev":"/hours?m=9","next":"/hours?m=11"}"#, true),
            (#","next":"/hours?from=2026-11-01&to=2026-11-30""#, true),
            (#","next":"/hours?from=2026-10-01&to=2026-10-31&start=3""#, false),
            (#","_links":{"next":{"href":"/hours?from=2026-10-16&to=2026-10-31"}}"#, false),
            (#","links":{"next":"/hours?m=11"},"has_more":true"#, false),
            (#","meta":{"next":"/hours?m=11","next_cursor":"abc"}"#, false),
        ], Reading.allCases)
    func calendarLinks(of answer: (members: String, isWhole: Bool), reading: Reading) async throws {
        func read(total: String = "total", _ period: PayPeriod?) async throws -> (count: Int, isUnproven: Bool) {
            let back = Self.calendar([5, 15, 25], members: answer.members + #","other":4"#)
            return try await self.read(try api("none", total: total, back), period, reading)
        }
        let october = try PayPeriod("2026-10")
        if answer.isWhole {
            // A link that doesn't show its days can lead to more of these.
            #expect(try await read(october) == (3, !answer.members.contains("from=")))
        } else {
            await #expect(throws: RunError.self) { try await read(october) }
        }
        await #expect(throws: RunError.self) { try await read(total: "other", october) }
        // Without days there are no others to lead to.
        await #expect(throws: RunError.self) { try await read(nil) }
    }

    @Test(
        "in one answer that links to another is asked for in parts, since what it states may count only that answer",
        arguments: [[5, 10, 15], [5, 10, 15, 20, 25]], Reading.allCases)
    func countedPage(days: [Int], reading: Reading) async throws {
        let back = Self.calendar(days, members: #","next":"/hours?m=11""#)
        let (api, october) = (try api("none", total: "total", back), try PayPeriod("2026-10"))
        if days.count == 3 {
            #expect(try await read(api, october, reading) == (3, true))
            #expect(back.paths.filter { $0.hasPrefix("/hours") }.count == 5, "\(back.paths)")
        } else {
            let error = await #expect(throws: RunError.self) { try await read(api, october, reading) }
            #expect(error?.explanation.contains("has 3 records, and next says that more follow.") == true)
        }
    }

    @Test(
        "in one answer that links on isn't whole where the server doesn't give parts of it", arguments: [true, false])
    func linkedAlone(takesParts: Bool) async throws {
        let back = Self.calendar(
            takesParts ? [31, 31, 31, 31] : [5, 15, 25, 30], members: #","next":"/hours?m=11""#, takesParts: takesParts)
        let error = await #expect(throws: RunError.self) {
            try await read(api("none", total: "total", back), PayPeriod("2026-10"))
        }
        #expect(error?.explanation.contains("has 3 records, and next says that more follow.") == true)
    }

    @Test("in one answer is proven by answers for fewer days, or by another request, and not by what it states itself")
    func wholeByParts() async throws {
        let october = try PayPeriod("2026-10")
        #expect(try await read(api("none", total: "total", Self.calendar([5, 15, 25])), october) == (3, false))
        let refusing = Self.calendar([5, 15, 25], takesParts: false)
        #expect(try await read(api("none", total: "total", refusing), october) == (3, true))
        #expect(try await read(api("none", total: "total", Self.calendar([9, 9, 9, 9])), october) == (3, true))
        #expect(try await read(api("none", total: "total", Self.calendar([5, 15, 25]))) == (3, true))
        let counted = try api("none", total: "{ get: /count, at: all }", Self.calendar([9, 9, 9]))
        #expect(try await read(counted, october) == (3, false))
        let none = try await read(api("none", total: "total", Self.calendar([5])), PayPeriod("2026-11"))
        #expect(none == (0, false))
        let cut = try api("none", total: "total", Self.calendar([1, 2, 3, 20]))
        let error = await #expect(throws: RunError.self) { try await read(cut, october) }
        #expect(error?.code == .sourceChanged && error?.explanation.contains("the list of the period lacks: 4") == true)
    }

    /// Gives pages by `skip` and `take`, of October four records at most.
    private static func pages(
        of count: Int, most: Int = 100, counting whole: Bool, knowsPlace: Bool = true, refuses: Bool = false
    ) -> BackEndDouble {
        BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/hours") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let all = (1...count).filter { !request.path.contains("from=2026-10") || $0 <= 4 }
            let skipped = Self.number("skip", in: request.path) ?? 0
            if refuses, skipped > 0 { return .json(404, #"{"error":"There is no such page."}"#) }
            let page = all.dropFirst(knowsPlace ? skipped : 0).prefix(
                min(Self.number("take", in: request.path) ?? 4, most))
            let next = page.endIndex < all.count ? "{\"next\":\"\(page.endIndex)\"}" : "{}"
            return Self.answer(page, ",\"total\":\(whole ? all.count : page.count),\"meta\":\(next)")
        }
    }

    @Test("with a total is whole where that is seen to count more than an answer") func linkedTotal() async throws {
        let right = "{ cursor: meta.next, query: skip, limit: take, size: 4 }"
        let back = Self.pages(of: 4, counting: true)
        #expect(try await read(api(right, total: "total", back)) == (4, false))
        #expect(back.paths.filter { $0.contains("take=") && !$0.contains("take=4") }.count == 1, "\(back.paths)")
        // One that counts the page leads on for a part.
        #expect(try await read(api(right, total: "total", Self.pages(of: 4, counting: false))) == (4, false))
        let wrong = "{ cursor: meta.after, query: skip, limit: take, size: 4 }"
        for most in [3, 4] {
            let api = try api(wrong, total: "total", Self.pages(of: 8, most: most, counting: false))
            let error = await #expect(throws: RunError.self) { try await read(api) }
            #expect(error?.explanation.hasPrefix("Asked for a part of the list") == true, "\(error?.explanation ?? "")")
        }
        let october = try PayPeriod("2026-10")
        let unlimited = "{ cursor: meta.after, query: skip, size: 4 }"
        #expect(
            try await read(api(unlimited, total: "total", Self.pages(of: 8, counting: true)), october) == (4, false))
        let alone = try api(unlimited, total: "total", Self.pages(of: 8, counting: false))
        let error = await #expect(throws: RunError.self) { try await read(alone, october) }
        #expect(error?.explanation.hasPrefix("The first page has 4 records") == true, "\(error?.explanation ?? "")")
    }

    @Test("of numbered pages isn't whole by a total that counts the page, where no other page comes")
    func numberedTotal() async throws {
        func read(_ back: BackEndDouble) async throws -> (count: Int, isUnproven: Bool) {
            try await self.read(api("{ offset: skip, limit: take, size: 4 }", total: "total", back))
        }
        let error = await #expect(throws: RunError.self) {
            try await read(Self.pages(of: 8, counting: false, knowsPlace: false))
        }
        #expect(error?.explanation.hasPrefix("The server sends only the first 4 records") == true)
        #expect(try await read(Self.pages(of: 8, most: 3, counting: false, knowsPlace: false)) == (3, true))
        #expect(try await read(Self.pages(of: 3, counting: false, refuses: true)) == (3, true))
        for count in [1, 3, 4] {
            #expect(try await read(Self.pages(of: count, counting: true)) == (count, false))
            #expect(try await read(Self.pages(of: count, counting: false)) == (count, false))
            guard count > 1 else { continue }
            #expect(try await read(Self.pages(of: count, counting: true, knowsPlace: false)) == (count, false))
            #expect(try await read(Self.pages(of: count, counting: true, refuses: true)) == (count, false))
        }
    }

    @Test("loses nothing that the server counts from 0 where its total counts the page", arguments: [3, 6])
    func countedFromZero(count: Int) async throws {
        let back = BackEndDouble { request throws(HTTPError) in
            guard request.path.hasPrefix("/hours") else { return .json(200, #"{"user":{"login":"anna"}}"#) }
            let size = Self.number("take", in: request.path) ?? 4
            let page = Array(1...count).dropFirst((Self.number("at", in: request.path) ?? 0) * size).prefix(size)
            return Self.answer(page, ",\"total\":\(page.count)")
        }
        let api = try api("{ page: at, limit: take, size: 4 }", total: "total", back)
        let error = await #expect(throws: RunError.self) { try await read(api) }
        #expect(
            error?.explanation.contains("with \(min(count, 4)) other records") == true, "\(error?.explanation ?? "")")
    }
}
