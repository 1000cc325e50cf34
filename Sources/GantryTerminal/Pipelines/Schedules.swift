internal import FoundationEssentials
internal import GantryAccounts
internal import GantryFiles
internal import GantryJSON
package import GantryKit

/// The schedules of this machine.
package enum Schedules {
    package static let ofSystem = "/etc/systemd/system"

    /// - Parameter folder: `nil` looks where the service managers do.
    package static func entries(in folder: String?, _ environment: [String: String]) throws -> [ScheduleFolder.Entry] {
        if let folder { return try ScheduleFolder(SchedulePlace.absolute(folder)).entries() }
        return try [true, false].flatMap {
            try ScheduleFolder(SchedulePlace(folder: nil, isOfSystem: $0, environment).path).entries()
        }
    }

    /// When the service managers start timers next; none where there are none.
    package static func timers() -> TimerList {
        var timers = TimerList()
        guard Session.isFolder("/run/systemd/system") else { return timers }
        for manager in [[], ["--user"]] {
            let words =
                ["systemctl"] + manager + ["list-timers", "--all", "--no-pager", "--output=json", "gantry-*.timer"]
            guard case .output(let bytes) = CommandOutput.read(words, limit: 1 << 20, timeout: .seconds(5)),
                let tree = try? JSONTree(bytes)
            else {
                // A manager of a user that doesn't answer isn't there, and starts nothing.
                if manager.isEmpty { timers.isPartial = true }
                continue
            }
            timers.add(tree)
        }
        return timers
    }
}

/// Where units are, and what controls them.
package struct SchedulePlace {
    package let path: String
    /// Where the service manager looks for them.
    package let usual: String
    package let isOfSystem: Bool

    /// - Parameter folder: as given; `nil` for the usual one.
    package init(folder: String?, isOfSystem: Bool, _ environment: [String: String]) {
        self.isOfSystem = isOfSystem
        let configuration = environment["XDG_CONFIG_HOME"] ?? "\(environment["HOME"] ?? "~")/.config"
        usual = isOfSystem ? "/etc/systemd/system" : "\(configuration)/systemd/user"
        path = folder.map(SchedulePlace.absolute) ?? usual
    }

    package var control: String { isOfSystem ? "systemctl" : "systemctl --user" }

    /// The path from the root, as service managers take it: without dots and double slashes.
    package static func absolute(_ path: String) -> String { Folders.fullPath(path) }

    /// Who owns a folder; `nil` for root and where that is unknown.
    package static func owner(of path: String) -> String? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        let name = attributes?[.ownerAccountName] as? String
        return name == "root" ? nil : name
    }
}
