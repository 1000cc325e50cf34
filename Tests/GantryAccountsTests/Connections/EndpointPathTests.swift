import Foundation
import GantryConnectors
import GantryHTTP
import GantryModel
import Testing

/// The path of each dataset as its system documents it; `*` is a part of the key.
private let documented = [
    "ksr.work-entries": "/api/app/work-entries", "ksr.timesheets": "/api/app/timesheets",
    "ksr.payroll-batches": "/api/app/chef/payroll/batches",
    "ksr.payroll-periods": "/api/app/chef/payroll/periods/available",
    "ksr.workers": "/api/app/chef/workers", "ksr.customers": "/api/app/chef/customers",
    "ksr.leave-requests": "/api/app/chef/leave/requests", "ksr.leave-balances": "/api/app/chef/leave/balance",
    "ksr.tasks": "/api/app/tasks",
    "ksr.notifications": "/api/app/notifications",
    "cdbl.leaves": "/api/leaves", "cdbl.leave": "/api/leaves/*", "cdbl.balance": "/api/balance/mine",
    "cdbl.holidays": "/api/holidays",
    "cdbl.notifications": "/api/notifications/latest", "autodetail.services": "/api/client/services",
    "autodetail.appointments": "/api/client/appointments/*",
    "autodetail.appointment-search": "/api/client/appointments",
    "autodetail.photos": "/api/client/appointments/*", "vynqtalk.users": "/users",
    "vynqtalk.user-search": "/users/search",
    "vynqtalk.current-user": "/user", "vynqtalk.messages": "/messages/conversation/*/*",
]

@Suite("The path of a request") struct EndpointPathTests {
    private static let pieces = [
        "a", "Z", "7", "-", "_", ".", "..", "%2F", "%", "?", "#", "&", "=", ";", "@", ":", "\\", " ", "+", "ø", "Я",
        "🚗", "\u{0}", "\n",
    ]

    @Test("is the documented one for any key, page and filter, and no key leads out of its place", arguments: 0..<50)
    func paths(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        for system in Systems.builtIn.all {
            for dataset in system.datasets {
                let name = "\(system.prefix).\(dataset.name)"
                let template = try #require(documented[name], "\(name) is not in the table").split(separator: "/")
                try check(dataset, name, template, &random, seed)
            }
        }
    }

    private func check<Description: DatasetDescription>(
        _ description: Description, _ name: String, _ template: [Substring], _ random: inout SeededGenerator,
        _ seed: Int
    ) throws {
        let dataset = description.dataset
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 1...most, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "a" }
                .joined()
        }
        var ask = DatasetRequest(
            period: Bool.random(using: &random) ? try PayPeriod("2026-10") : nil,
            page: Int.random(in: 1...9, using: &random),
            pageSize: Int.random(in: dataset.pageSizes, using: &random))
        for filter in dataset.filters { ask.filters[filter.name] = text(6) }
        let keys = (0..<dataset.keyParts).map { _ in text(8) }
        ask.key = keys.joined(separator: "/")
        guard dataset.isKey(ask.key) || dataset.paging != .keyed else { return }
        let request = dataset.request(ask)
        var builder = URLBuilder("https://example.test/base").path(request.path)
        for (key, value) in request.query { builder = builder.query(key, value) }
        let url = builder.text
        let path = url.dropFirst("https://example.test/base/".count).prefix { $0 != "?" }.split(
            separator: "/", omittingEmptySubsequences: false)
        guard path.count == template.count else {
            Issue.record("\(name): \(url), seed \(seed)")
            return
        }
        var parts = keys[...]
        for (found, wanted) in zip(path, template) {
            let plain = String(found).removingPercentEncoding
            #expect(wanted == "*" ? plain == parts.popFirst() : found == wanted, "\(name): \(url), seed \(seed)")
        }
        #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(name): \(url), seed \(seed)")
        let query = url.split(separator: "?", maxSplits: 1).dropFirst().first ?? ""
        #expect(
            query.split(separator: "&").count == request.query.count,
            "\(name): a value adds to the query of \(url), seed \(seed)")
    }
}
