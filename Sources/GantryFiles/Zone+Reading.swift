internal import FoundationEssentials
public import GantryModel

extension Zone {
    /// Where Linux keeps the time zone database.
    public static let folder = "/usr/share/zoneinfo"

    /// The zone that the time zone database of this machine has under a name; `nil` where it has none.
    public static func named(_ name: String) -> Zone? {
        if name == Zone.utc.name { return .utc }
        guard isName(name), let file = contents("\(folder)/\(name)") else { return nil }
        return Zone(name: name, file: file).map(called)
    }

    /// The zone that ``name`` says: one of the database, or a rule as POSIX writes it; `nil` for another text.
    public static func read(_ name: String) -> Zone? { named(name) ?? Zone(rule: name).map(called) }

    /// The zone of this machine: what the variable `TZ` says, else `/etc/localtime`, else UTC.
    ///
    /// - Parameter variable: the value of `TZ`; `nil` where it isn't set.
    /// - Returns: `nil` where the variable names no zone of this machine.
    public static func ofMachine(_ variable: String?) -> Zone? {
        guard let variable else { return ofSystem() }
        let text = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
        if text.isEmpty { return .utc }
        return text.hasPrefix("/") ? at(text) : read(text)
    }

    private static func ofSystem() -> Zone { at("/etc/localtime") ?? .utc }

    /// The zone of a file, by its place in the database; one of another place by the rule that it ends with.
    private static func at(_ path: String) -> Zone? {
        guard let file = contents(path) else { return nil }
        let link = (try? FileManager.default.destinationOfSymbolicLink(atPath: path)) ?? path
        if let place = link.firstRange(of: "zoneinfo/") {
            let name = String(link[place.upperBound...])
            if let zone = named(name) { return zone }
        }
        return Zone(name: nil, file: file).map(called)
    }

    /// UTC has one name.
    private static func called(_ zone: Zone) -> Zone { zone.isUTC ? .utc : zone }

    private static func contents(_ path: String) -> [UInt8]? {
        FileManager.default.contents(atPath: path).flatMap { $0.count < 1_000_000 ? Array($0) : nil }
    }
}
