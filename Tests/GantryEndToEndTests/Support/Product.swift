import FoundationEssentials
import Glibc

/// The program under test and what the tests are told from outside. Nothing of the product is linked in.
enum Product {
    static let environment = ProcessInfo.processInfo.environment

    /// The package's folder. `GANTRY_ROOT` names another one, whose program, pipelines and fault injector are then
    /// used.
    static let root: String = {
        if let given = environment["GANTRY_ROOT"], !given.isEmpty { return given }
        var url = URL(filePath: #filePath)
        for _ in 0..<4 { url.deleteLastPathComponent() }
        let path = url.path
        return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    }()

    static let binary =
        environment["GANTRY_BINARY"].flatMap { $0.isEmpty ? nil : $0 } ?? root + "/.build/release/gantry"
    static let pipeline = root + "/Pipelines/payroll-monthly.yaml"
    static let tools = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path + "/Tools"
    /// A Python that has bagit and lxml.
    static let python = environment["GANTRY_TEST_PYTHON"].flatMap { $0.isEmpty ? nil : $0 } ?? "python3"

    /// Environment variables that make a program's clock begin at a day and time, `2026-11-27 00:10:00`.
    ///
    /// Debian's libfaketime for programs with threads, preloaded without the program faketime: that one would stand
    /// between the tests' signals and the product, and does not start where a killed one of its number left a semaphore.
    static func clock(at day: String) -> [String: String] {
        ["LD_PRELOAD": fakeClock, "FAKETIME": "@\(day)", "FAKETIME_DONT_FAKE_MONOTONIC": "1"]
    }

    private static let fakeClock: String = {
        let folders = (try? FileManager.default.contentsOfDirectory(atPath: "/usr/lib")) ?? []
        return folders.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }.first { exists($0) } ?? "libfaketimeMT.so.1"
    }()

    /// What the numbers of trials are multiplied with.
    static let trials = max(Int(environment["GANTRY_TRIALS"] ?? "1") ?? 1, 1)
    /// The seed of everything random; printed with every result.
    static let seed = UInt64(environment["GANTRY_SEED"] ?? "") ?? 20_261_102
    /// Only this trial of a loop is made, to repeat a failed one.
    static let onlyTrial = environment["GANTRY_ONLY_TRIAL"].flatMap { Int($0) }
    /// Programs that run at the same time: three for each processor, since each waits for the disk, the clock or another
    /// program most of its time.
    static let width = max(
        Int(environment["GANTRY_E2E_JOBS"] ?? "") ?? 3 * ProcessInfo.processInfo.activeProcessorCount, 1)

    /// The command that repeats one trial of a test.
    static func repetition(of trial: Int, _ test: String) -> String {
        "GANTRY_ONLY_TRIAL=\(trial) GANTRY_SEED=\(seed) swift test -c release --skip-build --filter '\(test)'"
    }

    /// Where workspaces are made: memory when there is some, so that other users of the disk don't slow the loops.
    static let scratch: String = {
        if let given = environment["GANTRY_E2E_FOLDER"], !given.isEmpty { return given }
        return unsafe access("/dev/shm", W_OK) == 0 ? "/dev/shm" : FileManager.default.temporaryDirectory.path
    }()
}

/// Something that a test needs is not there, or a step before the question failed.
struct HarnessError: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
}

/// A folder that is removed when the test lets go of it.
final class TestFolder: Sendable {
    let path: String

    init(_ name: String = "job") throws {
        path = "\(TestFolder.all)/\(name)-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Holds all of them, and goes away with the tests: values that live until then are never let go of.
    static let all: String = {
        atexit { _ = try? FileManager.default.removeItem(atPath: TestFolder.all) }
        return "\(Product.scratch)/gantry-e2e-\(getpid())"
    }()

    deinit {
        // A test may have taken the rights away; whatever can't be removed is left to the system's clean-up.
        _ = try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { path + "/" + name }
}

func read(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }
func text(of path: String) throws -> String { String(decoding: try read(path), as: UTF8.self) }
func write(_ text: String, to path: String) throws { try Data(text.utf8).write(to: URL(filePath: path)) }
func write(_ bytes: [UInt8], to path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }
func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }
func remove(_ path: String) throws { try FileManager.default.removeItem(atPath: path) }
