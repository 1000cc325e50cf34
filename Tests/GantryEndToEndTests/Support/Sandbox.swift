import Glibc
import Synchronization

/// A sample back end of the product, as a process of its own.
final class Sandbox: Sendable {
    static let email = "payroll@example.test"
    static let password = "sandbox-password"
    /// Its account, in the variables that `configuration` names.
    static let environment = ["KSR_EMAIL": email, "KSR_PASSWORD": password]

    /// The `gantry.yaml` of a workspace that reads the one at an address.
    static func configuration(_ url: String) -> String {
        """
        connections:
          ksr:
            system: ksr-cranes
            environment: \(url)
            credentials:
              email: { env: KSR_EMAIL }
              password: { env: KSR_PASSWORD }

        """
    }

    /// A small month whose last checks leave what was written as it is.
    static let plain = Once { try await Sandbox(["--entries", "60", "--employees", "6", "--seed", "7"]) }
    /// The same month with an entry of 24.5 hours on page 3: what is known too late holds what was written.
    static let late = Once {
        try await Sandbox([
            "--entries", "60", "--employees", "6", "--seed", "7", "--fault",
            "work-entries:page=3:times=always:record=raw:index=1:field=normalHours:value=24.5",
        ])
    }
    /// The same month, slow enough that signals and kills hit a run while it fetches.
    static let slow = Once {
        try await Sandbox(["--entries", "60", "--employees", "6", "--seed", "7", "--page-delay", "60ms"])
    }
    /// The sample month.
    static let sample = Once { try await Sandbox([]) }

    let url: String
    private let child: Child

    /// Starts one with further arguments and waits until it serves.
    init(_ arguments: [String], wrapper: [String] = []) async throws {
        var tries = 0
        while true {
            do {
                (child, url) = try await Sandbox.start(arguments, wrapper: wrapper)
                return
            } catch  where "\(error)".contains("Address already in use") && tries < 100 {
                // Another test's connection can have the port of a server whose place this one takes.
                tries += 1
                try await Task.sleep(for: .milliseconds(200))
            }
        }
    }

    private static func start(_ arguments: [String], wrapper: [String]) async throws -> (Child, url: String) {
        // `timeout` ends it even when the tests themselves were killed. It passes signals on once.
        let words =
            wrapper + ["timeout", "--foreground", "-s", "KILL", "1800"]
            + [Product.binary, "sandbox", "--port", "0", "--json"] + arguments
        let child = try Command(words, timeout: .seconds(1800)).start()
        Sandbox.endWithTests(child)
        for _ in 0..<600 {
            try await Task.sleep(for: .milliseconds(25))
            let said = try child.outSoFar()
            if let at = said.firstRange(of: "\"url\":\""), let end = said[at.upperBound...].firstIndex(of: "\""),
                said.contains("\n")
            {
                return (child, said[at.upperBound..<end].split(separator: "\\").joined())
            }
            if kill(child.pid, 0) != 0 { break }
        }
        child.end()
        throw HarnessError("The sandbox did not begin to serve: \(try await child.ending())")
    }

    /// Stops serving.
    func end() { child.end() }

    deinit { child.end() }

    /// Asks it to end, and returns all that it said.
    func said(after signal: Int32) async throws -> Ending {
        child.signal(signal)
        return try await child.ending()
    }

    /// Ends it before it is let go of, so that another can take its port.
    func end() async throws {
        child.end()
        _ = try await child.ending()
    }

    private static let running = Mutex<[pid_t]>([])

    private static func endWithTests(_ child: Child) {
        running.withLock { list in
            if list.isEmpty { atexit { for pid in Sandbox.running.withLock({ $0 }) { kill(-pid, SIGKILL) } } }
            list.append(child.pid)
        }
    }
}

/// A value that is made when it is first asked for and then kept, however many ask at once.
final class Once<Value: Sendable>: Sendable {
    private let make: @Sendable () async throws -> Value
    private let task = Mutex<Task<Value, any Error>?>(nil)

    init(_ make: @escaping @Sendable () async throws -> Value) { self.make = make }

    var value: Value {
        get async throws {
            let task = task.withLock { task in
                if let task { return task }
                let made = Task { [make] in try await make() }
                task = made
                return made
            }
            return try await task.value
        }
    }
}
