internal import FoundationEssentials
public import GantryModel

/// The folder with the units of a service manager.
public struct ScheduleFolder: Sendable {
    /// Its path.
    public let path: String

    /// The folder at a path; it need not exist.
    public init(_ path: String) { self.path = path }

    /// What was found of a schedule.
    public struct Entry: Equatable, Sendable {
        /// `gantry-payroll-monthly`
        public let name: String
        public let pipeline: String
        public let workspace: String
        /// `every day at 02:30`
        public let words: String
        /// The folder with its units.
        public let folder: String
    }

    /// Writes the units, each in one rename, readable by everybody: they hold no secret.
    ///
    /// - Returns: The paths, in the order in which they were written.
    /// - Throws: `ScheduleError` where a file of the name isn't Gantry's, belongs to another schedule or can't be
    ///   written.
    public func write(_ schedule: Schedule) throws -> [String] {
        if let other = try other(than: schedule) {
            throw ScheduleError(
                "\(other.name) in \(path) is the schedule of \(other.pipeline) in \(other.workspace).",
                advice: "Give this schedule another name, or write the units to another folder.")
        }
        for unit in schedule.units {
            guard let text = try contents(unit.name), !text.hasPrefix(Schedule.mark) else { continue }
            throw ScheduleError(
                "\(path)/\(unit.name) wasn't written by Gantry and was not changed.",
                advice: "Move it away or write the units to another folder.")
        }
        do {
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            return try schedule.units.map { unit in
                let file = "\(path)/\(unit.name)"
                try Data(unit.text.utf8).write(to: URL(filePath: file), options: .atomic)
                try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
                return file
            }
        } catch {
            throw ScheduleError.unusable(path, error)
        }
    }

    /// What has the schedule's name and is one of another pipeline or workspace; `nil` where nothing is in its way.
    public func other(than schedule: Schedule) throws -> Entry? {
        try entries().first { entry in
            entry.name == schedule.name
                && (entry.pipeline != schedule.pipeline || entry.workspace != schedule.workspace)
        }
    }

    /// The schedules that the folder holds, by name; none where there is no folder.
    public func entries() throws -> [Entry] {
        guard FileManager.default.fileExists(atPath: path) else { return [] }
        let names: [String]
        do { names = try FileManager.default.contentsOfDirectory(atPath: path) } catch {
            throw ScheduleError.unusable(path, error)
        }
        return try names.filter { $0.hasPrefix("gantry-") && $0.hasSuffix(".timer") }.sorted().compactMap { name in
            guard let text = try contents(name), text.hasPrefix(Schedule.mark) else { return nil }
            var values: [Substring: String] = [:]
            for line in text.split(separator: "\n") {
                guard let equals = line.firstIndex(of: "=") else { continue }
                values[line[..<equals]] = String(line[line.index(after: equals)...])
            }
            guard let pipeline = values["Pipeline"], let workspace = values["Workspace"], let time = values["At"] else {
                return nil
            }
            let days = Schedule.days(
                day: values["Day"].flatMap { Int($0) }, weekday: values["Weekday"].flatMap { Int($0) })
            return Entry(
                name: String(name.dropLast(".timer".count)), pipeline: pipeline, workspace: workspace,
                words: "\(days) at \(time)" + Schedule.place(values["Zone"]), folder: path)
        }
    }

    /// Removes the units of a schedule, and the one for failures with the last of them.
    ///
    /// - Parameter name: `gantry-payroll-monthly`.
    public func remove(_ name: String) throws {
        let others = try entries().filter { $0.name != name }
        // The link by which the timer is enabled would lead nowhere.
        for file in ["timers.target.wants/\(name).timer", "\(name).timer", "\(name).service"]
            + (others.isEmpty ? [Schedule.failureUnit] : [])
        {
            do { try FileManager.default.removeItem(atPath: "\(path)/\(file)") } catch let error as CocoaError
                where error.code == .fileNoSuchFile
            {
                continue
            } catch {
                throw ScheduleError.unusable(path, error)
            }
        }
    }

    /// `nil` where there is no such file.
    private func contents(_ name: String) throws -> String? {
        let file = "\(path)/\(name)"
        guard FileManager.default.fileExists(atPath: file) else { return nil }
        do { return String(decoding: try Data(contentsOf: URL(filePath: file)), as: UTF8.self) } catch {
            throw ScheduleError.unusable(path, error)
        }
    }
}

/// Units that can't be written, read or removed.
public struct ScheduleError: ExplainedError {
    public let explanation: String
    public let advice: Advice?
    public let isRetryable = false

    init(_ explanation: String, advice: Advice?) {
        self.explanation = explanation
        self.advice = advice
    }

    static func unusable(_ path: String, _ error: any Error) -> ScheduleError {
        let isForbidden = [.fileWriteNoPermission, .fileReadNoPermission].contains((error as? CocoaError)?.code)
        let why = isForbidden ? "permission denied" : singleLine(String(describing: error), limit: 300)
        return ScheduleError(
            "The units in \(path) can't be written, read or removed: \(why).",
            advice: "Check the folder and its owner; units of the system need root.")
    }
}
