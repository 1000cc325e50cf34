internal import GantryYAML

extension Pipeline {
    /// `checkpoint`: when progress is saved; whichever comes first.
    public struct Checkpoint: Sendable, Equatable {
        /// `every`: 100 ms to 1 h. The default is 5 s.
        public var every: Duration = .seconds(5)
        /// `records`. The default is 1,000,000.
        public var records: Int = 1_000_000

        /// The defaults: 5 s or one million records.
        public init() {}

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
}
