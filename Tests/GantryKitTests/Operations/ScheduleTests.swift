import Foundation
import GantryKit
import Testing

@Suite("A schedule") struct ScheduleTests {
    private var schedule: Schedule {
        var schedule = Schedule(
            pipeline: "payroll-monthly",
            command: [
                "/usr/bin/gantry", "run", "payroll-monthly", "--workspace", "/srv/pay roll", "--set", "a=5 % of $x",
            ],
            workspace: "/srv/pay roll", hour: 2, minute: 5, day: 2)
        schedule.user = "gantry"
        schedule.credentials = [.init(name: "ksr-password", path: "/etc/gantry/ksr-password")]
        return schedule
    }

    private func text(_ schedule: Schedule, _ ending: String) throws -> String {
        try #require(schedule.units.first { $0.name.hasSuffix(ending) && !$0.name.contains("failed") }).text
    }

    @Test("is a timer that catches up, a service and what reports its failure") func units() throws {
        #expect(
            schedule.units.map(\.name) == [
                "gantry-failed@.service", "gantry-payroll-monthly.service", "gantry-payroll-monthly.timer",
            ])
        let timer = try text(schedule, ".timer")
        #expect(timer.contains("\nOnCalendar=*-*-02 02:05:00\n") && timer.contains("\nPersistent=true\n"))
        let service = try text(schedule, ".service")
        #expect(service.contains("\nOnFailure=gantry-failed@%n.service\n"))
        #expect(
            service.contains("\nUser=gantry\n")
                && service.contains("\nLoadCredential=ksr-password:/etc/gantry/ksr-password\n"))
        #expect(service.contains("\nReadWritePaths=\"/srv/pay roll\"\n"))
        #expect(
            service.contains(
                #"ExecStart=/usr/bin/gantry run payroll-monthly --workspace "/srv/pay roll" --set "a=5 %% of $$x""#))
        var delivering = schedule
        delivering.folders = ["/mnt/bank in"]
        #expect(
            try text(delivering, ".service").contains("\nReadWritePaths=\"/srv/pay roll\" \"-/mnt/bank in\"\n"))
        var daily = schedule
        (daily.day, daily.isOfSystem) = (nil, false)
        #expect(try text(daily, ".timer").contains("\nOnCalendar=*-*-* 02:05:00\n"))
        var elsewhere = schedule
        elsewhere.zone = "Europe/Copenhagen"
        #expect(try text(elsewhere, ".timer").contains("\nOnCalendar=*-*-02 02:05:00 Europe/Copenhagen\n"))
        #expect(elsewhere.words == "on day 2 of every month at 02:05 in Europe/Copenhagen")
        let ofUser = try text(daily, ".service")
        #expect(!ofUser.contains("CapabilityBoundingSet") && !ofUser.contains("network-online"))
    }

    @Test("is a line of a crontab too, whose per cent signs don't end it") func cron() {
        #expect(
            schedule.cronLine
                == #"5 2 2 * *  SWIFT_BACKTRACE=enable=no /usr/bin/gantry run payroll-monthly --workspace '/srv/pay roll' --set 'a=5 \% of $x' -q"#
        )
    }

    @Test("is listed and removed, and other people's units are left alone") func folder() throws {
        let path = FileManager.default.temporaryDirectory.path + "/gantry-schedules-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let folder = ScheduleFolder(path)
        #expect(try folder.entries().isEmpty)
        #expect(try folder.write(schedule).count == 3)
        #expect(try folder.write(schedule).count == 3, "again")
        var other = schedule
        other.pipeline = "my/nightly.yaml"
        _ = try folder.write(other)
        #expect(try folder.entries().map(\.name) == ["gantry-nightly", "gantry-payroll-monthly"])
        #expect(try folder.entries().last?.words == "on day 2 of every month at 02:05")
        #expect(try folder.entries().last?.workspace == "/srv/pay roll")
        var second = schedule
        second.workspace = "/srv/second"
        #expect(throws: ScheduleError.self, "the same name for another workspace") { try folder.write(second) }
        second.ownName = "payroll 2"
        _ = try folder.write(second)
        #expect(try folder.entries().map(\.name).contains("gantry-payroll-2"))
        try folder.remove("gantry-payroll-2")
        try folder.remove("gantry-nightly")
        #expect(FileManager.default.fileExists(atPath: path + "/gantry-failed@.service"))
        try folder.remove("gantry-payroll-monthly")
        #expect(try FileManager.default.contentsOfDirectory(atPath: path).isEmpty)
        let own = path + "/gantry-payroll-monthly.service"
        try Data("[Service]\n".utf8).write(to: URL(fileURLWithPath: own))
        #expect(throws: ScheduleError.self) { try folder.write(schedule) }
        #expect(try String(contentsOfFile: own, encoding: .utf8) == "[Service]\n")
    }
}
