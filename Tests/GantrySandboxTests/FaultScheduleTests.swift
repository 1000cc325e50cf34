import GantrySandbox
import Testing

@Suite("The fault schedule")
struct FaultScheduleTests {
    private func responses(
        _ schedule: inout FaultSchedule, pages: [Int], endpoint: String = "work-entries"
    ) -> [Fault.Kind?] {
        pages.map { schedule.plan(endpoint: endpoint, page: $0).response }
    }

    @Test("uses a fault up after its times, only on its page and endpoint")
    func timesAndPlace() {
        var schedule = FaultSchedule([Fault(.garbage, endpoint: "work-entries", page: 2, times: 2)])
        #expect(responses(&schedule, pages: [2], endpoint: "workers") == [nil])
        #expect(responses(&schedule, pages: [1, 2, 3, 2, 2]) == [nil, .garbage, nil, .garbage, nil])
        #expect(schedule.pending.isEmpty)
    }

    @Test("lets the first requests through that a fault says")
    func after() {
        var schedule = FaultSchedule([Fault(.close, after: 2)])
        #expect(responses(&schedule, pages: [1]) == [nil])
        #expect(schedule.pending == [Fault(.close, after: 1)])
        #expect(responses(&schedule, pages: [2, 3, 4]) == [nil, .close, nil])
    }

    @Test("serves one take-over at a time, in the order given, and keeps the others")
    func oneTakeover() {
        var schedule = FaultSchedule([Fault(.close), Fault(.garbage), Fault(.slow(seconds: 2), times: nil)])
        let first = schedule.plan(endpoint: "workers", page: 1)
        #expect(first.response == .close)
        #expect(first.delay == 2)
        #expect(responses(&schedule, pages: [1, 1]) == [.garbage, nil])
        #expect(schedule.pending == [Fault(.slow(seconds: 2), times: nil)])
    }

    @Test("leaves a request unread after as many as it says, and keeps that fault apart from those of an answer")
    func unread() {
        var schedule = FaultSchedule([Fault(.garbage), Fault(.unread, after: 1)])
        #expect(schedule.unread(endpoint: "workers", page: 1) == nil)
        #expect(responses(&schedule, pages: [1, 1]) == [.garbage, nil])
        #expect(schedule.unread(endpoint: "workers", page: 1) == "*:after=1:unread")
        #expect(schedule.unread(endpoint: "workers", page: 1) == nil)
        #expect(schedule.pending.isEmpty)
    }

    @Test("keeps a changed total from its page on, and adds up what comes together")
    func lasting() {
        var schedule = FaultSchedule([
            Fault(.totalChanges(by: 3), page: 2, times: nil), Fault(.recordAdded, page: 3, times: nil),
        ])
        let plans = (1...3).map { schedule.plan(endpoint: "work-entries", page: $0).alteration }
        #expect(plans.map(\.totalShift) == [0, 3, 4])
        #expect(plans.map(\.recordShift) == [0, 0, -1])
    }
}
