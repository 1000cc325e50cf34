internal import GantryEngine
internal import GantryYAML

/// `checkpoint`: `every` from 100 ms to 1 h, and `records`.
extension CheckpointPolicy {
    static let settings: [Setting<Self>] = [
        Setting(
            "every", \.every,
            .parsed(
                .line(pattern: "^([1-9][0-9]*)(ms|s|m|h)$"),
                expected: "a time from 100ms to 1h, such as 5s, 500ms or 2m"
            ) { duration($0).flatMap { (.milliseconds(100)...(.seconds(3_600))).contains($0) ? $0 : nil } },
            standard: .text("5s"), help: "A time from 100ms to 1h: 500ms, 5s, 2m."),
        Setting(
            "records", \.records, .whole(1...100_000_000), standard: .number(Self().records),
            help: "A number of records."),
    ]
}
