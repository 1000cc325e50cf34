import GantryHTTP
import Testing

@Suite(.certificates) struct CertificateTests {
    private func outcome(
        _ name: String, options: [String] = [],
        trust: (TestCertificates) -> HTTPClientConfiguration.Trust = { .file($0.authority) }
    ) async throws -> [Result<Int, HTTPError>] {
        guard let certificates = TestCertificates.current else {
            throw TestFault("the suite has no .certificates trait")
        }
        return try await withTLSServer(certificates, name, options: options) { port in
            try await withHTTPClient(HTTPClientConfiguration(trust: trust(certificates))) { client in
                var results: [Result<Int, HTTPError>] = []
                // Twice, because a connection that was refused must not be found in the pool the second time.
                for _ in 0..<2 {
                    do throws(HTTPError) {
                        results.append(
                            .success(
                                try await client.send(
                                    HTTPRequest(
                                        .get, "https://localhost:\(port)/",
                                        headers: [HeaderField("Authorization", "CANARY")])
                                ).status))
                    } catch {
                        results.append(.failure(error))
                    }
                }
                return results
            }
        }
    }

    @Test(
        "A good certificate of the given authority is accepted, with TLS 1.2 and 1.3",
        arguments: ["-tls1_2", "-tls1_3"])
    func good(version: String) async throws {
        for result in try await outcome("good", options: [version]) { #expect(try result.get() == 200) }
    }

    @Test(
        "A bad certificate is refused before anything is sent, and not retried",
        arguments: ["expired", "notyet", "wronghost", "selfsigned", "unknown", "nosan"])
    func bad(name: String) async throws {
        for result in try await outcome(name) {
            #expect { try result.get() } throws: {
                guard let error = $0 as? HTTPError else { return false }
                return error.code == .tls && !error.isRetryable && !error.mayHaveReachedServer
                    && !"\(error)".contains("CANARY")
            }
        }
    }

    @Test("TLS 1.1 is refused")
    func old() async throws {
        for result in try await outcome("good", options: ["-tls1_1", "-cipher", "ALL:@SECLEVEL=0"]) {
            #expect { try result.get() } throws: { ($0 as? HTTPError)?.code == .tls }
        }
    }

    @Test("An authority file that is missing is an error, not an open door")
    func missingFile() async throws {
        for result in try await outcome("good", trust: { _ in .file("/nonexistent/ca.pem") }) {
            #expect { try result.get() } throws: { ($0 as? HTTPError)?.code == .tls }
        }
    }
}
