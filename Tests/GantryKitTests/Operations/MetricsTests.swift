import GantryKit
import Testing

@Suite("Metrics") struct MetricsTests {
    private func run(_ pipeline: String, code: Int32 = 0, at time: Int64 = 1_796_000_000) -> RunMetrics {
        RunMetrics(
            pipeline: pipeline, connection: "ksr", endedAt: time, took: 1_050, exitCode: code, isPublished: code == 0,
            records: code == 0 ? 60 : nil, bytes: code == 0 ? 1_234 : nil, retries: 2)
    }

    @Test("of several pipelines are in one file, and a failure leaves the last success") func merging() {
        var metrics = MetricsText()
        metrics.set(run("b"))
        metrics.set(run("a"))
        #expect(
            metrics.text.contains(
                """
                # HELP gantry_last_run_duration_seconds How long the last run worked.
                # TYPE gantry_last_run_duration_seconds gauge
                gantry_last_run_duration_seconds{pipeline="a",connection="ksr"} 1.050
                gantry_last_run_duration_seconds{pipeline="b",connection="ksr"} 1.050

                """))
        #expect(MetricsText(metrics.text) == metrics)
        var later = MetricsText(metrics.text)
        later.set(run("a", code: 75, at: 1_796_000_900))
        let lines = later.text.split(separator: "\n")
        #expect(lines.contains(#"gantry_last_success_timestamp_seconds{pipeline="a",connection="ksr"} 1796000000"#))
        #expect(lines.contains(#"gantry_last_run_timestamp_seconds{pipeline="a",connection="ksr"} 1796000900"#))
        #expect(lines.contains(#"gantry_last_run_exit_code{pipeline="a",connection="ksr"} 75"#))
        #expect(lines.contains(#"gantry_last_run_records{pipeline="b",connection="ksr"} 60"#))
        #expect(!lines.contains { $0.hasPrefix(#"gantry_last_run_records{pipeline="a""#) })
    }

    @Test("count the periods without a run, where that is known") func missed() {
        var metrics = MetricsText()
        metrics.set(run("a"))
        #expect(!metrics.text.contains("missed"))
        var some = run("a")
        some.missed = 2
        metrics.set(some)
        #expect(metrics.text.contains(#"gantry_last_run_missed_periods{pipeline="a",connection="ksr"} 2"#))
        #expect(MetricsText(metrics.text) == metrics)
    }

    @Test("count the notifications of each target that could not be sent, and begin with none") func notifications() {
        var metrics = MetricsText()
        metrics.set(run("a"))
        metrics.count(notificationTo: "office", hasFailed: false)
        metrics.count(notificationTo: "pager", hasFailed: true)
        var later = MetricsText(metrics.text)
        later.count(notificationTo: "pager", hasFailed: true)
        #expect(
            later.text.hasSuffix(
                """
                # TYPE gantry_failed_notifications_total counter
                gantry_failed_notifications_total{target="office"} 0
                gantry_failed_notifications_total{target="pager"} 2

                """))
    }
}
