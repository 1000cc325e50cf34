import GantryHTTP
import Glibc
import Testing

@Suite("A request that may not reach this machine") struct ThisMachineTests {
    private static func hostName() -> String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, 255)
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test(
        "is refused before a connection is made, whatever the name",
        arguments: [
            "127.0.0.1", "127.9.8.7", "2130706433", "0x7f.1", "localhost", "photos.localhost", "0.0.0.0", "[::1]",
            "[::]",
            "[::ffff:127.0.0.1]", "[::ffff:0.0.0.0]", "[::127.0.0.1]", hostName(),
        ])
    func refused(host: String) async throws {
        try await withAnswers({ _, connection in connection.answer(200, "private") }) { server in
            try await withHTTPClient(HTTPClientConfiguration(allowPlainHTTP: true)) { client in
                for scheme in ["http", "https"] {
                    var request = HTTPRequest(.get, "\(scheme)://\(host):\(server.port)/")
                    request.mayReachThisMachine = false
                    await #expect { try await client.send(request) } throws: { error in
                        guard let error = error as? HTTPError else { return false }
                        return error.code == .thisMachine && !error.isRetryable && !error.mayHaveReachedServer
                    }
                }
            }
            #expect(server.connections == 0)
        }
    }

    @Test("is refused where a network interface has the address") func interface() async throws {
        var first: UnsafeMutablePointer<ifaddrs>?
        try #require(getifaddrs(&first) == 0)
        defer { freeifaddrs(first) }
        var hosts: [String] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else { continue }
            var text = [CChar](repeating: 0, count: 64)
            guard
                getnameinfo(address, socklen_t(MemoryLayout<sockaddr_in>.size), &text, 64, nil, 0, NI_NUMERICHOST) == 0
            else { continue }
            hosts.append(String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        try #require(!hosts.isEmpty)
        try await withHTTPClient { client in
            for host in hosts {
                var request = HTTPRequest(.get, "https://\(host):9/")
                request.mayReachThisMachine = false
                await #expect { try await client.send(request) } throws: { ($0 as? HTTPError)?.code == .thisMachine }
            }
        }
    }

    @Test("is another than one that may") func allowed() async throws {
        try await withAnswers({ _, connection in connection.answer(200, "here") }) { server in
            try await withHTTPClient(HTTPClientConfiguration(allowPlainHTTP: true)) { client in
                for host in ["127.0.0.1", "0.0.0.0", "localhost"] {
                    let answer = try await client.send(HTTPRequest(.get, "http://\(host):\(server.port)/"))
                    #expect(answer.status == 200)
                }
            }
        }
    }

    @Test("A redirect is an answer to one that accepts it, and is not followed") func redirect() async throws {
        try await withAnswers({ _, connection in connection.answer(302, headers: ["Location: /elsewhere"]) }) {
            server in
            try await withHTTPClient { client in
                let gate = RequestGate(client: client, origin: server.url)
                var request = HTTPRequest(.get, server.url + "/a", needsToken: false)
                request.acceptsRedirect = true
                let answer = try await gate.send(request)
                #expect(answer.status == 302 && answer.headers["location"] == "/elsewhere")
                #expect(server.requests.map(\.path) == ["/a"])
            }
        }
    }
}
