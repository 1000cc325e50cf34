internal import GantryFiles
public import GantryModel
internal import GantryYAML
internal import Glibc

/// Numbers, sizes and times as people read them.
///
/// Thousands are parted by a space and decimals by a point, so that `1 480` and `7.50` mean the same to a Danish and an
/// English reader.
public enum NumberText {
    /// `1 234 567`
    public static func count(_ number: Int) -> String {
        (number < 0 ? "-" : "") + grouped(String(number.magnitude))
    }

    /// `1 entry`, `1 480 entries`
    public static func count(_ number: Int, one: String, many: String) -> String {
        "\(count(number)) \(number == 1 ? one : many)"
    }

    /// The values of one column, all with the same number of decimals: as many as the value that needs most, at least
    /// two. Nothing is rounded. `nil` becomes an empty text.
    public static func column(nano values: [Int128?]) -> [String] {
        let places = values.map { $0.map(decimals(of:)) ?? 2 }.max() ?? 2
        return values.map { value in value.map { decimal(nano: $0, .fixed(places)) } ?? "" }
    }

    /// Hours with all their decimals, at least two: `9 712.50`.
    public static func hours(_ hours: Hours) -> String { decimal(nano: Int128(hours.nano), .exact) }

    /// An amount with all its decimals, at least two.
    public static func money(_ money: Money) -> String { decimal(nano: money.nano, .exact) }

    /// `812 B`, `12.3 kB`, `1.2 GB`; a thousand bytes are a kilobyte.
    public static func bytes(_ bytes: Int64) -> String {
        guard bytes >= 1_000 else { return "\(bytes) B" }
        var unit: Int64 = 1_000
        var name = "kB"
        for larger in ["MB", "GB", "TB"] where bytes >= unit * 1_000 {
            unit *= 1_000
            name = larger
        }
        let tenths = bytes / (unit / 10)
        return "\(grouped(String(tenths / 10))).\(tenths % 10) \(name)"
    }

    /// `0.4 s`, `12 s`, `3 min 05 s`, `2 h 10 min`, `3 d 4 h`.
    public static func duration(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0 else { return "0.0 s" }
        if seconds < 10 {
            let tenths = attoseconds / 100_000_000_000_000_000
            return "\(seconds).\(tenths) s"
        }
        return wholeDuration(duration)
    }

    /// The same without tenths: `4 s`.
    public static func wholeDuration(_ duration: Duration) -> String {
        let seconds = max(duration.components.seconds, 0)
        switch seconds {
        case ..<60: return "\(seconds) s"
        case ..<3_600: return "\(seconds / 60) min \(twoDigits(seconds % 60)) s"
        case ..<86_400: return "\(seconds / 3_600) h \(twoDigits(seconds % 3_600 / 60)) min"
        default: return "\(seconds / 86_400) d \(seconds % 86_400 / 3_600) h"
        }
    }

    /// `2026-11-02 08:30 CET`: in the zone of the machine or of `TZ`, which is named.
    public static func minute(_ instant: Instant) -> String {
        guard let local = unsafe local(instant), let name = unsafe local.tm_zone else {
            let text = String(describing: instant)
            return "\(text.prefix(10)) \(text.dropFirst(11).prefix(5)) UTC"
        }
        func two(_ number: Int32) -> String { twoDigits(Int64(number)) }
        let zone = unsafe String(cString: name)
        return
            unsafe "\(local.tm_year + 1_900)-\(two(local.tm_mon + 1))-\(two(local.tm_mday)) \(two(local.tm_hour)):\(two(local.tm_min)) "
            + singleLine(zone, limit: 20)
    }

    /// `08:30:05`: in the zone of the machine or of `TZ`.
    public static func clock(_ instant: Instant) -> String {
        guard let local = unsafe local(instant) else {
            return "\(String(describing: instant).dropFirst(11).prefix(8)) UTC"
        }
        return unsafe [local.tm_hour, local.tm_min, local.tm_sec].map { twoDigits(Int64($0)) }.joined(separator: ":")
    }

    /// The C library takes UTC for a zone that it doesn't know, and calls it by the other's name.
    private static let isZoneKnown =
        unsafe Zone.ofMachine(getenv("TZ").map { unsafe String(cString: $0) }) != nil

    /// `nil` where the machine's zone isn't known.
    private static func local(_ instant: Instant) -> tm? {
        guard isZoneKnown else { return nil }
        var seconds = time_t(instant.wholeSeconds.nanosecondsSince1970 / 1_000_000_000)
        var local = unsafe tm()
        // Unlike localtime, localtime_r need not look at TZ.
        tzset()
        return unsafe localtime_r(&seconds, &local) == nil ? nil : local
    }

    /// Reads `500ms`, `30s`, `2m`, `24h`; `nil` for any other text and for nothing at all.
    public static func duration(from text: String) -> Duration? {
        guard let time = GantryYAML.duration(text, upTo: 100_000_000), time > .zero else { return nil }
        return time
    }

    private static func decimal(nano: Int128, _ places: DecimalPlaces) -> String {
        let text = decimalText(nano: nano, places)
        let sign = text.hasPrefix("-") ? "-" : ""
        let whole = text.dropFirst(sign.count).prefix { $0 != "." }
        return sign + grouped(String(whole)) + text.dropFirst(sign.count + whole.count)
    }

    private static func decimals(of nano: Int128) -> Int {
        var rest = (nano % 1_000_000_000).magnitude
        guard rest % 10_000_000 != 0 else { return 2 }
        var places = 9
        while rest % 10 == 0 {
            rest /= 10
            places -= 1
        }
        return places
    }

    private static func grouped(_ digits: String) -> String {
        var out = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { out += " " }
            out.append(digit)
        }
        return out
    }

    private static func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
