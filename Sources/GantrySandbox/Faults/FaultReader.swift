internal import GantryModel

/// Reads the text of a fault part by part.
struct FaultReader {
    let text: String
    private var endpoint: String?
    private var options: [String: String] = [:]
    private var kinds: [(word: String, value: String?)] = []

    private static let optionWords: Set<String> = [
        "page", "after", "times", "retry-after", "body", "at", "code", "index", "field", "value", "message",
    ]
    private static let differences = -1_000_000_000...1_000_000_000
    private static let restWords: Set<String> = ["redirect", "body", "value", "message"]

    init(text: String) { self.text = text }

    mutating func fault() throws(SandboxError) -> Fault {
        try split()
        guard let first = kinds.first else { throw flaw("it names no kind of fault") }
        guard kinds.count == 1 else { throw flaw("`\(first.word)` and `\(kinds[1].word)` can't be combined") }
        let kind = try kind(first.word, first.value)
        var fault = Fault(kind, endpoint: endpoint, times: kind.defaultTimes)
        if let page = options.removeValue(forKey: "page"), page != "*" {
            fault.page = try number(page, "page", in: 1...Int.max)
        }
        if let after = options.removeValue(forKey: "after") {
            fault.after = try number(after, "after", in: 0...Int.max)
        }
        if first.word == "burst" { fault.times = try number(first.value ?? "3", "burst", in: 1...Int.max) }
        if let times = options.removeValue(forKey: "times") {
            fault.times = times == "always" ? nil : try number(times, "times", in: 1...Int.max)
        }
        if let unused = options.keys.sorted().first { throw flaw("`\(first.word)` has no option `\(unused)`") }
        return fault
    }

    private mutating func split() throws(SandboxError) {
        var rest = text[...]
        func nextPart() -> Substring {
            let part = rest.prefix { $0 != ":" }
            rest = rest.dropFirst(part.count + 1)
            return part
        }
        let name = nextPart()
        guard !name.isEmpty, !name.contains("=") else { throw flaw("it doesn't start with an endpoint or `*`") }
        endpoint = name == "*" ? nil : String(name)
        while !rest.isEmpty {
            let start = rest
            let part = nextPart()
            let word = String(part.prefix { $0 != "=" })
            var value = part.count > word.count ? String(part.dropFirst(word.count + 1)) : nil
            if Self.restWords.contains(word), value != nil {
                value = String(start.dropFirst(word.count + 1))
                rest = rest.suffix(0)
            }
            if Self.optionWords.contains(word) {
                guard let value, !value.isEmpty else { throw flaw("`\(word)` needs a value") }
                guard options.updateValue(value, forKey: word) == nil else { throw flaw("`\(word)` is given twice") }
            } else {
                kinds.append((word, value))
            }
        }
    }

    private mutating func kind(_ word: String, _ value: String?) throws(SandboxError) -> Fault.Kind {
        switch word {
        case "status": return try statusKind(number(value ?? "", word, in: 200...599))
        case "stored-status":
            let code = try number(value ?? "", word, in: 200...599)
            return .storedStatus(code, body: options.removeValue(forKey: "body"))
        case "burst": return try statusKind(503)
        case "limit": return .limit(perSecond: try number(value ?? "", word, in: 1...1_000_000))
        case "stall": return .stall(seconds: try seconds(value ?? "3600", word), at: try position())
        case "wrong-length": return .wrongLength(by: try number(value ?? "-16", word, in: Self.differences))
        case "gzip-bomb": return .gzipBomb(mebibytes: try number(value ?? "256", word, in: 1...65_536))
        case "false-success":
            guard value == nil else { throw flaw("`\(word)` takes no value") }
            return .falseSuccess(message: options.removeValue(forKey: "message") ?? Fault.Kind.defaultMessage)
        case "redirect": return try redirectKind(value)
        case "total-changes": return .totalChanges(by: try number(value ?? "1", word, in: Self.differences))
        case "record": return try recordKind(value)
        case "late": return .late(seconds: try seconds(value ?? "", word))
        case "slow": return .slow(seconds: try seconds(value ?? "", word))
        default: break
        }
        let plain: [String: Fault.Kind] = [
            "reset": .reset(), "unread": .unread, "truncate": .truncate(), "close": .close, "garbage": .garbage,
            "html": .htmlPage, "empty": .empty, "escaped": .escaped,
            "uncounted": .uncounted, "endless": .endless,
            "repeat-page": .repeatPage, "record-added": .recordAdded, "record-removed": .recordRemoved,
            "ties": .ties, "expire-token": .expireToken,
        ]
        guard let kind = plain[word] else {
            let known = FaultSpelling.all.map { String($0.form.prefix { $0 != "=" }) }
            throw flaw(
                "`\(word)` isn't a kind of fault\(suggestion(for: word, among: known + Self.optionWords.sorted()))")
        }
        guard value == nil else { throw flaw("`\(word)` takes no value") }
        switch kind {
        case .reset: return .reset(at: try position())
        case .truncate: return .truncate(at: try position())
        default: return kind
        }
    }

    private mutating func statusKind(_ code: Int) throws(SandboxError) -> Fault.Kind {
        var retryAfter: Fault.RetryAfter?
        if let text = options.removeValue(forKey: "retry-after") {
            if text == "date" {
                retryAfter = .date(in: 1)
            } else if text.hasPrefix("date+") || text.hasPrefix("date-") {
                retryAfter = .date(in: try number(String(text.dropFirst(4)), "retry-after", in: Self.differences))
            } else {
                retryAfter = .seconds(try number(text, "retry-after", in: 0...1_000_000_000))
            }
        }
        return .status(code, retryAfter: retryAfter, body: options.removeValue(forKey: "body"))
    }

    private mutating func redirectKind(_ address: String?) throws(SandboxError) -> Fault.Kind {
        guard let address, !address.isEmpty, !address.contains(where: \.isNewline) else {
            throw flaw("`redirect` needs a URL")
        }
        return .redirect(
            to: address, status: try number(options.removeValue(forKey: "code") ?? "302", "code", in: 300...399))
    }

    private mutating func recordKind(_ name: String?) throws(SandboxError) -> Fault.Kind {
        guard let kind = RecordDefect.Kind(rawValue: name ?? "") else {
            let known = RecordDefect.Kind.allCases.map(\.rawValue)
            throw flaw("`record=\(name ?? "")` isn't a defect\(suggestion(for: name ?? "", among: known))")
        }
        let index = try number(options.removeValue(forKey: "index") ?? "0", "index", in: 0...Int.max)
        let (field, value) = (options.removeValue(forKey: "field"), options.removeValue(forKey: "value"))
        guard (kind == .raw) == (value != nil) else {
            throw flaw("`record=raw` needs `value`, and no other defect takes it")
        }
        return .record(RecordDefect(kind, field: field, value: value), index: index)
    }

    private mutating func position() throws(SandboxError) -> Int? {
        guard let text = options.removeValue(forKey: "at") else { return nil }
        return try number(text, "at", in: 0...Int.max)
    }

    private func number(_ text: String, _ word: String, in range: ClosedRange<Int>) throws(SandboxError) -> Int {
        guard let number = Int(text), range.contains(number) else {
            throw flaw("`\(word)=\(text)` isn't a number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    private func seconds(_ text: String, _ word: String) throws(SandboxError) -> Double {
        guard let seconds = Double(text), seconds >= 0, seconds <= 86_400 else {
            throw flaw("`\(word)=\(text)` isn't a number of seconds from 0 to 86400")
        }
        return seconds
    }

    private func flaw(_ reason: String) -> SandboxError {
        SandboxError(
            .unreadableFault, about: "Fault `\(text)`", reason,
            next: "Write ENDPOINT:[page=N:][after=N:][times=N:]KIND, for example work-entries:page=3:status=401.")
    }
}

/// `; did you mean …?` with the nearest word, or nothing where no word is near.
func suggestion(for word: String, among words: [String]) -> String {
    nearestWord(to: word, among: words).map { "; did you mean `\($0)`?" } ?? ""
}
