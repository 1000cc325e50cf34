/// What a run of a pipeline came to, as numbers for Prometheus.
public struct RunMetrics: Equatable, Sendable {
    /// Names the series, together with the connection.
    public var pipeline: String
    public var connection: String
    /// Seconds since 1970.
    public var endedAt: Int64
    /// Milliseconds.
    public var took: Int64
    public var exitCode: Int32
    /// Whether a run is published: then its end is the last success.
    public var isPublished: Bool
    /// Records that were fetched, or rows of the sheet; `nil` where that is unknown.
    public var records: Int?
    /// The bytes of the published files; `nil` where none were published.
    public var bytes: Int64?
    /// Requests that were sent again.
    public var retries: Int
    /// Earlier periods that have no run; `nil`, the default, where that is unknown.
    public var missed: Int?

    public init(
        pipeline: String, connection: String, endedAt: Int64, took: Int64, exitCode: Int32, isPublished: Bool,
        records: Int?, bytes: Int64?, retries: Int
    ) {
        self.pipeline = pipeline
        self.connection = connection
        self.endedAt = endedAt
        self.took = took
        self.exitCode = exitCode
        self.isPublished = isPublished
        self.records = records
        self.bytes = bytes
        self.retries = retries
    }
}

/// The metrics of several pipelines, in the text format of Prometheus 0.0.4.
public struct MetricsText: Equatable, Sendable {
    /// A metric: its name without the prefix, and its help.
    static let metrics: [(name: String, help: String)] = gauges + [(failures, failuresHelp)]
    private static let failures = "failed_notifications_total"
    private static let failuresHelp = "Notifications that could not be sent, by the target of notify."
    private static let gauges: [(name: String, help: String)] = [
        ("last_success_timestamp_seconds", "When a run was last published, or was found published."),
        ("last_run_timestamp_seconds", "When the last run ended."),
        ("last_run_duration_seconds", "How long the last run worked."),
        ("last_run_exit_code", "The exit code of the last run."),
        ("last_run_records", "Records that the last run fetched, or rows of its sheet."),
        ("last_run_bytes", "Bytes of the files that the last run published."),
        ("last_run_retries", "Requests that the last run sent again."),
        ("last_run_missed_periods", "Earlier periods without a run that the last run found."),
    ]

    /// By the name of the metric without its prefix, then by labels.
    private var values: [String: [String: String]] = [:]

    /// Reads what ``text`` writes; other lines are left out.
    public init(_ text: String = "") {
        for line in text.split(separator: "\n") where line.hasPrefix("gantry_") {
            guard let open = line.firstIndex(of: "{"), let close = line.lastIndex(of: "}"), open < close else {
                continue
            }
            let name = String(line[..<open].dropFirst("gantry_".count))
            let value = line[line.index(after: close)...].drop { $0 == " " }
            guard MetricsText.metrics.contains(where: { $0.name == name }), Double(value) != nil else { continue }
            values[name, default: [:]][String(line[open...close])] = String(value)
        }
    }

    /// Takes the numbers of a run in the place of those that the same pipeline and connection had. The last success
    /// stays where this run is none.
    public mutating func set(_ run: RunMetrics) {
        let labels =
            "{pipeline=\"\(MetricsText.escaped(run.pipeline))\",connection=\"\(MetricsText.escaped(run.connection))\"}"
        func set(_ name: String, _ value: String?) {
            values[name, default: [:]][labels] = value
            if values[name]?.isEmpty ?? false { values[name] = nil }
        }
        if run.isPublished { set("last_success_timestamp_seconds", "\(run.endedAt)") }
        set("last_run_timestamp_seconds", "\(run.endedAt)")
        set("last_run_duration_seconds", "\(run.took / 1_000).\(MetricsText.padded(run.took % 1_000))")
        set("last_run_exit_code", "\(run.exitCode)")
        set("last_run_records", run.records.map(String.init))
        set("last_run_bytes", run.bytes.map(String.init))
        set("last_run_retries", "\(run.retries)")
        set("last_run_missed_periods", run.missed.map(String.init))
    }

    /// Counts a notification of a target that was sent, which begins its series, or that could not be.
    public mutating func count(notificationTo target: String, hasFailed: Bool) {
        let labels = "{target=\"\(MetricsText.escaped(target))\"}"
        let before = values[MetricsText.failures]?[labels].flatMap { Int($0) } ?? 0
        values[MetricsText.failures, default: [:]][labels] = "\(before + (hasFailed ? 1 : 0))"
    }

    /// The file for the textfile collector.
    public var text: String {
        MetricsText.metrics.flatMap { metric -> [String] in
            guard let series = values[metric.name], !series.isEmpty else { return [] }
            let name = "gantry_\(metric.name)"
            let kind = metric.name == MetricsText.failures ? "counter" : "gauge"
            return ["# HELP \(name) \(metric.help)", "# TYPE \(name) \(kind)"]
                + series.sorted { $0.key < $1.key }.map { "\(name)\($0.key) \($0.value)" }
        }.map { $0 + "\n" }.joined()
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }

    private static func padded(_ milliseconds: Int64) -> String {
        String(repeating: "0", count: 3 - String(milliseconds).count) + String(milliseconds)
    }
}
