/// What a person says of files of which it isn't known whether they arrived.
public struct DeliveryAnswer: Sendable, Equatable {
    /// Whether the receiver has them; if not, they are sent again.
    public let wasTaken: Bool
    /// Which files: names, or paths from the place's root on; empty for all of which it isn't known.
    public let files: [String]
    /// Who says so and why, for receipts; empty where nobody signs.
    public let said: String

    /// An answer; by default about all files of which it isn't known whether they arrived.
    public init(wasTaken: Bool, files: [String] = [], said: String = "") {
        self.wasTaken = wasTaken
        self.files = files
        self.said = said
    }

    /// The answer as somebody's own; `nil` adds nobody.
    package func said(by person: String?) -> DeliveryAnswer {
        let words = [person, said.isEmpty ? nil : said].compactMap { $0 }.joined(separator: ": ")
        return DeliveryAnswer(wasTaken: wasTaken, files: files, said: words)
    }

    func isAbout(_ file: DeliveredFile) -> Bool {
        files.isEmpty || files.contains { file.path == $0 || file.path.hasSuffix("/" + $0) }
    }
}
