import GantryHTTP
import Testing

@Suite struct SendPaceTests {
    private let long = 10_000_000

    @Test("A second gives as many bytes as it may, however it is cut up")
    func rate() {
        let pace = SendPace(bytesPerSecond: 100_000)
        var sent = 0
        for millisecond in 0...1000 {
            let now = Duration.milliseconds(millisecond)
            _ = pace.next(now: now)
            sent += pace.take(50_000, of: long, for: 1, now: now)
        }
        #expect((100_000...104_000).contains(sent))
    }

    @Test("Turns go round, so that nobody goes without and nobody comes first twice")
    func turns() {
        let pace = SendPace(bytesPerSecond: 100_000)
        var sent = [0, 0, 0]
        for millisecond in 0..<3000 {
            let now = Duration.milliseconds(millisecond)
            _ = pace.next(now: now)
            // The same one always asks first.
            for id in 0..<3 { sent[id] += pace.take(50_000, of: long, for: id, now: now) }
        }
        #expect(sent.allSatisfy { (96_000...104_000).contains($0) })
    }

    @Test("Nobody passes one who waits, also when there is enough for both")
    func order() {
        let pace = SendPace(bytesPerSecond: 50_000)
        #expect(
            pace.take(1024, of: long, for: 1, now: .zero) == 1024 && pace.take(1024, of: long, for: 2, now: .zero) == 0)
        #expect(
            pace.take(1024, of: long, for: 3, now: .seconds(1)) == 0
                && pace.take(1024, of: long, for: 2, now: .seconds(1)) == 0)
        #expect(pace.next(now: .seconds(1)) == 2 && pace.next(now: .seconds(1)) == 3)
    }

    @Test("A small body goes ahead of large ones, and is made up for by those after it")
    func small() throws {
        let pace = SendPace(bytesPerSecond: 10_000)
        #expect(pace.take(10_000, of: 10_000, for: 1, now: .zero) == 10_000)
        #expect(pace.take(500, of: long, for: 2, now: .zero) == 0 && pace.isWaiting(2) && pace.next(now: .zero) == nil)
        let due = try #require(pace.due)
        #expect((.milliseconds(900)...Duration.milliseconds(1000)).contains(due))
        #expect(pace.next(now: due - .milliseconds(1)) == nil && pace.next(now: due + .milliseconds(1)) == 2)
        #expect(pace.take(500, of: long, for: 2, now: due + .milliseconds(1)) == 500 && pace.due == nil)
    }

    @Test("Small bodies alone keep to the rate too")
    func manySmall() {
        let pace = SendPace(bytesPerSecond: 100_000)
        var (sent, id, left) = (0, 0, 10_000)
        for millisecond in 0..<10_000 {
            let now = Duration.milliseconds(millisecond)
            _ = pace.next(now: now)
            let count = pace.take(left, of: 10_000, for: id, now: now)
            sent += count
            left -= count
            if left == 0 { (id, left) = (id + 1, 10_000) }
        }
        // A second's worth may go ahead.
        #expect((1_000_000...1_115_000).contains(sent), "\(sent)")
    }

    @Test("Who leaves gives back what it was given and holds nobody up")
    func leaving() {
        let pace = SendPace(bytesPerSecond: 50_000)
        #expect(pace.take(1024, of: long, for: 1, now: .zero) == 1024)
        #expect(
            pace.take(1024, of: long, for: 2, now: .zero) == 0 && pace.take(1024, of: long, for: 3, now: .zero) == 0)
        #expect(pace.next(now: .milliseconds(21)) == 2)
        #expect(pace.next(now: .milliseconds(21)) == nil)
        pace.leave(2)
        #expect(pace.next(now: .milliseconds(21)) == 3)
        pace.leave(3)
        #expect(pace.due == nil)
    }

    @Test("Three transfers share the client's rate, small bodies pass them, and a wait for its turn is no stall")
    func transfers() async throws {
        try await withTemporaryFolder { folder in
            let bytes = pattern(500_000)
            let file = try content(bytes, in: folder)
            try await withAnswers({ _, connection in connection.answer(200) }) { server in
                try await withHTTPClient(HTTPClientConfiguration(sendBytesPerSecond: 1_000_000)) { client in
                    // As libcurl has the time, whatever the load of other tests does to tasks.
                    let times = try await withThrowingTaskGroup(of: Duration.self) { group in
                        for _ in 0..<3 {
                            group.addTask {
                                // A turn comes every 60 ms.
                                let request = HTTPRequest(
                                    .put, server.url, body: .content(file),
                                    timeouts: HTTPTimeouts(stall: .milliseconds(30)))
                                return try await client.send(request).timings.total
                            }
                        }
                        try await Task.sleep(for: .milliseconds(300))
                        let small = try await client.send(HTTPRequest(.post, server.url, body: .text("{}"))).timings
                            .total
                        #expect(small < .milliseconds(300))
                        return try await group.reduce(into: []) { $0.append($1) }
                    }
                    let last = try #require(times.max())
                    let first = try #require(times.min())
                    #expect((.milliseconds(1200)...Duration.milliseconds(1800)).contains(last), "\(times)")
                    #expect(last - first < .milliseconds(400), "\(times)")
                }
                let areWhole = server.requests.filter { $0.method == "PUT" }.allSatisfy { $0.body == bytes }
                #expect(areWhole && server.requests.count == 4)
            }
        }
    }

    @Test("A transfer that waits for its turn can be cancelled, and is answered when the server speaks first")
    func ended() async throws {
        try await withTemporaryFolder { folder in
            let body = HTTPBody.content(try content(pattern(500_000), in: folder))
            try await withServer({ connection in
                _ = connection.head()
                if connection.number == 0 { return connection.waitForClose() }
                connection.answer(413)
                connection.waitForClose()
            }) { server in
                try await withHTTPClient(HTTPClientConfiguration(sendBytesPerSecond: 20_000)) { client in
                    let task = Task { try await client.send(HTTPRequest(.put, server.url, body: body)) }
                    while server.connections == 0 { try await Task.sleep(for: .milliseconds(5)) }
                    try await Task.sleep(for: .milliseconds(50))
                    task.cancel()
                    let error = try await failure { try await task.value } as? HTTPError
                    #expect(error?.code == .cancelled && error?.bodyWasIncomplete == true)
                    let answer = try await client.send(HTTPRequest(.put, server.url, body: body))
                    #expect(answer.status == 413 && answer.bodyWasIncomplete && answer.timings.total < .seconds(3))
                }
            }
        }
    }
}
