import Foundation
import GantryFiles
import GantryModel
import Testing

private let now = Instant("2026-11-02T07:30:00Z") ?? Instant(nanosecondsSince1970: 0)

@Suite("The run lock")
struct RunLockTests {
    @Test("is held by one, who is named to the other, and can be taken after it was given back") func heldByOne() throws
    {
        let folder = try TemporaryFolder()
        let lock = try RunLock.acquire(in: folder.path, command: "gantry run\npayroll", now: now)
        #expect(try folder.mode("lock") == 0o600)
        do {
            _ = try RunLock.acquire(in: folder.path, command: "other", now: now)
            Issue.record("the second has to be refused")
        } catch {
            #expect(error.code == .heldByAnother)
            #expect(error.isRetryable)
            #expect(error.holder?.pid == Int(getpid()))
            #expect(error.holder?.host?.isEmpty == false)
            #expect(error.holder?.since == "2026-11-02T07:30:00Z")
            #expect(error.holder?.command == "gantry run\\npayroll")
            #expect(error.explanation.hasPrefix("Process \(getpid()) on "))
        }
        try lock.release()
        #expect(try folder.names() == [])
        try RunLock.acquire(in: folder.path, command: "third", now: now).release()
    }

    @Test("ends with the process that holds it, even when that is killed") func diesWithItsProcess() async throws {
        let folder = try TemporaryFolder()
        try folder.put("pid: 7\nhost: elsewhere\nsince: long ago\ncommand: gone\n", at: "lock")
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/flock")
        holder.arguments = ["--no-fork", folder.file("lock"), "sh", "-c", "echo ready; exec sleep 60"]
        let output = Pipe()
        holder.standardOutput = output
        try holder.run()
        #expect(String(decoding: output.fileHandleForReading.availableData, as: UTF8.self) == "ready\n")
        do {
            _ = try RunLock.acquire(in: folder.path, command: "x", now: now)
            Issue.record("the living holder has to be respected")
        } catch {
            #expect(error.holder == LockHolder(pid: 7, host: "elsewhere", since: "long ago", command: "gone"))
        }
        kill(holder.processIdentifier, SIGKILL)
        holder.waitUntilExit()
        let lock = try RunLock.acquire(in: folder.path, command: "x", now: now)
        #expect(try folder.text("lock").contains("pid: \(getpid())\n"))
        try lock.release()
    }

    @Test("names its holder to those who look, without getting in the way of those who take it") func looking() throws {
        let folder = try TemporaryFolder()
        #expect(try RunLock.holder(in: folder.file("missing")) == nil)
        #expect(try RunLock.holder(in: folder.path) == nil)
        let lock = try RunLock.acquire(in: folder.path, command: "gantry run", now: now)
        for _ in 0..<3 { #expect(try RunLock.holder(in: folder.path)?.pid == Int(getpid())) }
        try lock.release()
        try folder.put("pid: 7\nhost: elsewhere\nsince: long ago\ncommand: gone\n", at: "lock")
        #expect(try RunLock.holder(in: folder.path) == nil, "a killed process left it")
        try RunLock.acquire(in: folder.path, command: "next", now: now).release()
    }

    @Test("is never taken through a link or a pipe") func refusesPlantedNames() throws {
        let folder = try TemporaryFolder()
        try folder.put("victim", at: "victim")
        try folder.link("lock", to: folder.file("victim"))
        #expect(code { _ = try RunLock.acquire(in: folder.path, command: "x", now: now) } == .symbolicLink)
        folder.pipe("lock2")
        #expect(code { _ = try RunLock.acquire(in: folder.path, name: "lock2", command: "x", now: now) } == .wrongKind)
        try FileManager.default.linkItem(atPath: folder.file("victim"), toPath: folder.file("lock3"))
        #expect(code { _ = try RunLock.acquire(in: folder.path, name: "lock3", command: "x", now: now) } == .notOurs)
        #expect(try folder.text("victim") == "victim")
    }

    @Test("goes to exactly one of many who ask at once") func oneOfMany() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let winners = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    var won = 0
                    for _ in 0..<100 {
                        do {
                            let lock = try RunLock.acquire(in: path, command: "x", now: now)
                            // Whoever holds the lock is alone in here: a file that must not exist is made and removed.
                            let probe = try PartFile.create(path + "/probe")
                            try probe.close()
                            try Folders.remove("probe", under: path)
                            try lock.release()
                            won += 1
                        } catch let error as FileError where error.code == .heldByAnother {
                            await Task.yield()
                        } catch {
                            Issue.record(error)
                        }
                    }
                    return won
                }
            }
            return await group.reduce(0, +)
        }
        #expect(winners > 0)
    }
}
