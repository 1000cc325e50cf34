import GantryFiles
import GantryHTTP
import Glibc
import Testing

@Suite(.nginx) struct ChangingFileTests {
    enum Change: CaseIterable, Sendable { case overwrite, shrink, grow, vanish, truncate, replace }

    /// Does to the file what `change` says, at `offset` where it has one.
    private static func make(_ change: Change, of path: String, size: Int, at offset: Int) {
        switch change {
        case .overwrite:
            let file = open(path, O_WRONLY | O_CLOEXEC)
            _ = pwrite(file, [0xFF], 1, off_t(offset))
            close(file)
        case .shrink: _ = Glibc.truncate(path, off_t(offset))
        case .grow: _ = Glibc.truncate(path, off_t(size + 1000))
        case .vanish: unlink(path)
        case .truncate: _ = Glibc.truncate(path, 0)
        case .replace:
            unlink(path)
            let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
            _ = Glibc.write(file, [0xFF], 1)
            close(file)
        }
    }

    @Test(
        "A file that changed before it is sent is never whole at the server",
        arguments: [Change.overwrite, .shrink, .truncate], [false, true])
    func changedBefore(change: Change, inForm: Bool) async throws {
        let nginx = try Nginx.running()
        try await withTemporaryFolder { folder in
            let file = try content(pattern(700_000), in: folder)
            Self.make(change, of: folder + "/file", size: 700_000, at: 699_999)
            let form = MultipartForm([.file("f", named: "f", content: file), .text("after", "it")])
            try await withHTTPClient { client in
                let gate = RequestGate(client: client, origin: "http://127.0.0.1:\(nginx.port)", configuration: quick())
                let request = HTTPRequest(
                    .put, "http://127.0.0.1:\(nginx.port)/put/before-\(change)-\(inForm)",
                    body: inForm ? .multipart(form) : .content(file),
                    mayRepeat: true)
                let error = try await failure { try await gate.send(request) } as? HTTPError
                #expect(
                    error?.code == .bodyChanged && (error?.cause as? FileError)?.code == .changed
                        && error?.attempts == 1)
                #expect(
                    error?.mayHaveReachedServer == true && error?.bodyWasIncomplete == true
                        && error?.isRetryable == false)
                #expect(error?.explanation.contains("changed after it was checked") == true)
            }
            #expect(read(nginx.uploads + "/before-\(change)-\(inForm)") == nil)
        }
    }

    @Test("While a file is changed as it is sent, the server has the old content or nothing", arguments: [false, true])
    func changedMeanwhile(tls: Bool) async throws {
        let nginx = try Nginx.running()
        let size = 2_000_000
        let origin = tls ? "https://localhost:\(nginx.tlsPort)" : "http://127.0.0.1:\(nginx.port)"
        let old = pattern(size)
        try await withTemporaryFolder { folder in
            try await withHTTPClient(HTTPClientConfiguration(trust: .file(nginx.certificates.authority))) { client in
                var whole = 0
                var failed = 0
                for trial in 0..<60 {
                    let change = Change.allCases[trial % Change.allCases.count]
                    let file = try content(old, named: "f\(trial)", in: folder)
                    let meter = TransferMeter()
                    let startAt = trial < 3 ? 0 : trial >= 57 ? Int.max : trial * size / 60
                    let writer = Task.detached {
                        while meter.bytes < startAt, !Task.isCancelled { await Task.yield() }
                        Self.make(change, of: folder + "/f\(trial)", size: size, at: (trial * 7919 * 251) % size)
                    }
                    // The first change certainly before, and the last certainly after, whatever else the machine does.
                    if trial < 3 { await writer.value }
                    var request = HTTPRequest(.put, "\(origin)/put/trial-\(tls)-\(trial)", body: .content(file))
                    request.meter = meter
                    do throws(HTTPError) {
                        let answer = try await client.send(request)
                        #expect(answer.isSuccess)
                        whole += 1
                        let isOld = read(nginx.uploads + "/trial-\(tls)-\(trial)") == old
                        #expect(isOld, "\(change) \(trial)")
                    } catch {
                        failed += 1
                        #expect(
                            [.bodyChanged, .bodyUnreadable].contains(error.code) && error.bodyWasIncomplete,
                            "\(change): \(error)")
                        #expect(read(nginx.uploads + "/trial-\(tls)-\(trial)") == nil, "\(change) \(trial)")
                    }
                    writer.cancel()
                    await writer.value
                }
                // Both must occur, or the trials try nothing.
                #expect(whole > 0 && failed > 0 && whole + failed == 60)
            }
        }
    }
}
