import Foundation
import GantryFiles
import GantryModel
import Testing

@Suite("After a failed write or sync")
struct PoisonTests {
    @Test("every further call throws, and the system is asked to sync only once") func failedSync() throws {
        let folder = try TemporaryFolder()
        var calls = FileCalls()
        var syncs = 0
        calls.syncData = { _ in
            syncs += 1
            errno = EIO
            return -1
        }
        let part = try PartFile.create(folder.file("a"), replacingLeftover: false, calls: calls)
        try append("x", to: part)
        #expect(code { try part.sync() } == .deviceFailed)
        // From here on a sync would succeed, as the kernel's does; it must not be asked.
        #expect(code { try part.sync() } == .poisoned)
        #expect(code { try append("y", to: part) } == .poisoned)
        #expect(code { _ = try part.digest() } == .poisoned)
        #expect(code { try part.close() } == .poisoned)
        #expect(syncs == 1)
        #expect(try folder.text("a") == "x")
    }

    @Test("a failed sync of the folder counts too") func failedFolderSync() throws {
        let folder = try TemporaryFolder()
        var calls = FileCalls()
        calls.sync = { _ in
            errno = EIO
            return -1
        }
        let part = try PartFile.create(folder.file("a"), replacingLeftover: false, calls: calls)
        #expect(code { try part.sync() } == .deviceFailed)
        #expect(code { try part.sync() } == .poisoned)
    }

    @Test("a full disk says so, can be retried, and the part continues from its checkpoint") func fullDisk() throws {
        let folder = try TemporaryFolder()
        var calls = FileCalls()
        let real = calls.write
        var room = 10
        calls.write = { number, bytes in
            guard room > 0 else {
                errno = ENOSPC
                return -1
            }
            let written = real(number, bytes.extracting(first: min(room, bytes.count)))
            room -= written
            return written
        }
        let part = try PartFile.create(folder.file("a"), replacingLeftover: false, calls: calls)
        try append("12345", to: part)
        try part.sync()
        let (length, hash) = (part.length, try part.digest())
        do {
            try append("6789012345", to: part)
            Issue.record("the append has to fail")
        } catch let error as FileError {
            #expect(error.code == .diskFull)
            #expect(error.isRetryable)
            #expect(error.errorNumber == ENOSPC)
            #expect(error.explanation.contains("ENOSPC") && error.explanation.contains(folder.file("a")))
            #expect(error.advice?.text(spelling: { "\($0)" }).hasPrefix("The disk is full") == true)
        }
        #expect(part.length == length)
        #expect(code { try append("6", to: part) } == .poisoned)
        #expect(try folder.text("a") == "1234567890")
        let again = try PartFile.resume(folder.file("a"), length: length, digest: hash)
        try append("6789012345", to: again)
        try again.sync()
        #expect(try folder.text("a") == "123456789012345")
        try again.close()
    }

    @Test("a write that claims more than it did is found at the next sync") func lyingWrite() throws {
        let folder = try TemporaryFolder()
        var calls = FileCalls()
        let real = calls.write
        calls.write = { number, bytes in bytes.count == 3 ? 3 : real(number, bytes) }
        let part = try PartFile.create(folder.file("a"), replacingLeftover: false, calls: calls)
        try append("12345", to: part)
        try part.sync()
        try append("lie", to: part)
        try append("67890", to: part)
        #expect(code { try part.sync() } == .damaged)
        #expect(code { try part.sync() } == .poisoned)
    }

    @Test("a write that makes no progress ends instead of turning for ever") func stuckWrite() throws {
        let folder = try TemporaryFolder()
        var calls = FileCalls()
        calls.write = { _, _ in 0 }
        let part = try PartFile.create(folder.file("a"), replacingLeftover: false, calls: calls)
        #expect(code { try append("x", to: part) } == .deviceFailed)
    }

    @Test("writing out early starts after 8 MiB, and its failure is one of the file") func writingOut() throws {
        let folder = try TemporaryFolder()
        let piece = [UInt8](repeating: 7, count: 3 << 20)
        var calls = FileCalls()
        var started: [[Int]] = []
        calls.startWritingOut = { _, offset, count in
            started.append([offset, count])
            errno = started.count == 1 ? EINVAL : EIO
            return -1
        }
        let part = try PartFile.create(folder.file("a"), replacingLeftover: false, calls: calls)
        for _ in 0..<5 { try part.append(piece.span) }
        #expect(started == [[0, 9 << 20]])
        #expect(code { try part.append(piece.span) } == .deviceFailed)
        #expect(started == [[0, 9 << 20], [9 << 20, 9 << 20]])
        #expect(code { try part.sync() } == .poisoned)
    }

    @Test("nothing new needs no sync") func idleSync() throws {
        let folder = try TemporaryFolder()
        var calls = FileCalls()
        var syncs: [String] = []
        calls.syncData = { number in
            syncs.append("data")
            return fdatasync(number)
        }
        calls.sync = { number in
            syncs.append("folder")
            return fsync(number)
        }
        let part = try PartFile.create(folder.file("a"), replacingLeftover: false, calls: calls)
        try part.sync()
        try part.sync()
        #expect(syncs == ["data", "folder"])
        try append("x", to: part)
        try part.sync()
        try part.sync()
        #expect(syncs == ["data", "folder", "data"])
        try part.close()
    }
}
