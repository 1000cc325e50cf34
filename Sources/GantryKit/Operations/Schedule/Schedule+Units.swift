extension Schedule {
    /// A file for the service manager.
    public struct Unit: Equatable, Sendable {
        /// `gantry-payroll-monthly.timer`
        public let name: String
        public let text: String
    }

    /// The line by which units of Gantry are known from others.
    static let mark = "# Written by Gantry, which replaces it when the pipeline is scheduled again."

    /// What is started when a service fails, with the name of the service as its instance.
    public static let failureUnit = "gantry-failed@.service"

    /// The units in the order in which they are written: the timer last, so that it never starts what isn't there.
    public var units: [Unit] {
        [
            Unit(name: Schedule.failureUnit, text: failure), Unit(name: "\(name).service", text: service),
            Unit(name: "\(name).timer", text: timer),
        ]
    }

    private var timer: String {
        """
        \(Schedule.mark)
        [Unit]
        Description=Gantry: \(escaped(pipeline)) \(words)

        [Timer]
        OnCalendar=\(weekday.map { Schedule.weekdays[$0 - 1].prefix(3) + " " } ?? "")*-*-\(day.map(twoDigits) ?? "*") \(time):00\(zone.map { " \($0)" } ?? "")
        # A machine that was off catches up when it starts.
        Persistent=true
        AccuracySec=1min

        [Install]
        WantedBy=timers.target

        [X-Gantry]
        Pipeline=\(pipeline)
        Workspace=\(workspace)
        At=\(time)
        \(zone.map { "Zone=\($0)\n" } ?? "")\(day.map { "Day=\($0)\n" } ?? "")\(weekday.map { "Weekday=\($0)\n" } ?? "")
        """
    }

    private var service: String {
        """
        \(Schedule.mark)
        [Unit]
        Description=Gantry: \(escaped(pipeline))
        \(isOfSystem ? "Wants=network-online.target\nAfter=network-online.target\n" : "")OnFailure=gantry-failed@%n.service
        StartLimitIntervalSec=12h
        StartLimitBurst=20

        [Service]
        Type=oneshot
        \(user.map { "User=\($0)\n" } ?? "")ExecStart=\(command.map(Schedule.quoted).joined(separator: " "))
        # 3: there is nothing to do. 2 stays a failure: a person must look at what is missing.
        SuccessExitStatus=3
        # 5 (in use) and 75 (failed for now) are tried again; for the others a person is needed.
        Restart=on-failure
        RestartSec=15min
        RestartPreventExitStatus=1 2 4 6 64 66 77 78
        TimeoutStopSec=2min
        Environment=SWIFT_BACKTRACE=enable=no
        \(credentials.map { "LoadCredential=\($0.name):\(escaped($0.path))\n" }.joined())\
        \(environmentFile.map { "EnvironmentFile=-\(escaped($0))\n" } ?? "")\
        \(hardening)
        """
    }

    private var failure: String {
        let report = [command.first ?? "gantry", "schedule", "failed"].map(Schedule.quoted).joined(separator: " ")
        return """
            \(Schedule.mark)
            [Unit]
            Description=Gantry: %i failed

            [Service]
            Type=oneshot
            \(user.map { "User=\($0)\n" } ?? "")# Says in the system's log what the exit code means and what to do.
            ExecStart=\(report) %i
            SyslogLevel=err
            SyslogIdentifier=gantry
            Environment=SWIFT_BACKTRACE=enable=no
            \(confinement(home: "read-only"))
            """
    }

    private var hardening: String {
        let paths = [workspace] + folders + files + [command.first ?? ""]
        let isAtHome = paths.contains { path in ["/home/", "/root/", "/run/user/"].contains { path.hasPrefix($0) } }
        // A folder that isn't mounted must not keep the service from starting.
        let writable = [workspace] + folders.map { "-\($0)" }
        let words = writable.map(escapedWord).joined(separator: " ")
        return "ReadWritePaths=\(words)\n" + confinement(home: isAtHome ? "read-only" : "yes")
    }

    /// What the service may do: the network, files that it reads, and nothing else.
    private func confinement(home: String) -> String {
        // A user's own service manager may not take away what it doesn't have.
        let ofSystem = """
            CapabilityBoundingSet=
            AmbientCapabilities=
            PrivateDevices=yes
            ProtectClock=yes
            ProtectControlGroups=yes
            ProtectHostname=yes
            ProtectKernelLogs=yes
            ProtectKernelModules=yes
            ProtectKernelTunables=yes
            ProtectProc=invisible

            """
        return """
            UMask=0077
            NoNewPrivileges=yes
            ProtectSystem=strict
            ProtectHome=\(home)
            PrivateTmp=yes
            PrivateUsers=yes
            \(isOfSystem ? ofSystem : "")\
            RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
            RestrictNamespaces=yes
            RestrictRealtime=yes
            RestrictSUIDSGID=yes
            RemoveIPC=yes
            KeyringMode=private
            LockPersonality=yes
            MemoryDenyWriteExecute=yes
            SystemCallArchitectures=native
            SystemCallFilter=@system-service
            SystemCallFilter=~@privileged
            SystemCallErrorNumber=EPERM

            """
    }

    /// A word of `ExecStart=`: quoted where needed, without specifiers and variables.
    static func quoted(_ word: String) -> String {
        let text = word.replacing("%", with: "%%").replacing("$", with: "$$")
        let isPlain = !text.isEmpty && !text.contains { $0.isWhitespace || "\"'\\;".contains($0) }
        return isPlain
            ? text : "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }

    private func escaped(_ text: String) -> String { text.replacing("%", with: "%%") }

    private func escapedWord(_ path: String) -> String {
        let text = escaped(path)
        return text.contains(where: \.isWhitespace) ? "\"\(text)\"" : text
    }
}
