import Foundation
import GantrySandbox
import Testing

/// A running VynqTalk with somebody who has logged in.
private struct Talker {
    let sandbox: RunningSandbox
    let curl: Curl

    func get(_ path: String) async throws -> CurlAnswer { try await curl.get(sandbox.baseURL + path) }

    /// The data of an answer that must be a success.
    func list(_ path: String) async throws -> [[String: Any]] {
        let answer = try await get(path)
        #expect(answer.object["success"] as? Bool == true, "\(path): \(answer.text.prefix(200))")
        return try #require(answer.object["data"] as? [[String: Any]])
    }
}

private func post(_ sandbox: RunningSandbox, _ path: String, _ body: String) async throws -> CurlAnswer {
    try await Curl().get(sandbox.baseURL + path, ["-H", "Content-Type: application/json", "-d", body])
}

private func withTalker(
    _ configuration: SandboxConfiguration = SandboxConfiguration(.vynqTalk()),
    _ body: (Talker) async throws -> Void
) async throws {
    try await SandboxServer.with(configuration) { sandbox in
        let answer = try await post(
            sandbox, "/auth/login", #"{"email":"archive@example.test","password":"sandbox-password"}"#)
        let data = try #require(answer.object["data"] as? [String: Any])
        try await body(Talker(sandbox: sandbox, curl: Curl(token: try #require(data["accessToken"] as? String))))
    }
}

@Suite("VynqTalk")
struct VynqTalkTests {
    private static func generated(_ messages: Int, users: Int, seed: UInt64 = 8) -> SandboxConfiguration {
        SandboxConfiguration(
            .vynqTalk(), records: .generated(GeneratedData(entries: messages, employees: users, seed: seed)))
    }

    @Test("gives a token of seven days and the user for the right password")
    func logIn() async throws {
        try await SandboxServer.with(SandboxConfiguration(.vynqTalk())) { sandbox in
            let answer = try await post(
                sandbox, "/auth/login", #"{"email":"archive@example.test","password":"sandbox-password"}"#)
            #expect(answer.status == 200)
            #expect(answer.object["success"] as? Bool == true)
            #expect(answer.object["message"] is String)
            let data = try #require(answer.object["data"] as? [String: Any])
            #expect((data["user"] as? [String: Any])?["id"] as? Int == 1)
            var claims = String(try #require(data["accessToken"] as? String).split(separator: ".")[1])
            claims = claims.replacing("-", with: "+").replacing("_", with: "/")
            while claims.count % 4 != 0 { claims += "=" }
            let decoded = try #require(Data(base64Encoded: claims))
            let claimed = try #require(try JSONSerialization.jsonObject(with: decoded) as? [String: Any])
            let ends = try #require(claimed["expiration"] as? Double)
            #expect(abs(ends - Date().timeIntervalSince1970 - 7 * 86_400) < 60)
            #expect(claimed["exp"] == nil)
        }
    }

    @Test(
        "answers a refused sign-in with 200, success false and no data",
        arguments: [
            ("/auth/login", #"{"email":"archive@example.test","password":"wrong"}"#),
            ("/auth/login", #"{"email":"nobody@example.test","password":""}"#),
            ("/auth/signup", #"{"name":"Twice","email":"archive@example.test","password":"x"}"#),
            ("/auth/signup", #"{"name":"","email":"new@example.test","password":"x"}"#),
        ])
    func refused(path: String, body: String) async throws {
        try await SandboxServer.with(SandboxConfiguration(.vynqTalk())) { sandbox in
            let answer = try await post(sandbox, path, body)
            #expect(answer.status == 200)
            #expect(answer.object.keys.sorted() == ["message", "success"])
            #expect(answer.object["success"] as? Bool == false)
            let broken = try await post(sandbox, path, "email=x")
            #expect(broken.status == 400)
            #expect(broken.object["error"] as? Bool == true)
            #expect(broken.object["reason"] is String)
        }
    }

    @Test("lets a newcomer sign up, in and see himself, and leaves the lists as they are")
    func signUp() async throws {
        try await withTalker { talker in
            let before = try await talker.get("/users").text
            let body = #"{"name":"New \"One\"","email":"new@example.test","password":"secret"}"#
            let answer = try await post(talker.sandbox, "/auth/signup", body)
            let data = try #require(answer.object["data"] as? [String: Any])
            let newcomer = Curl(token: try #require(data["accessToken"] as? String))
            let user = try await newcomer.get(talker.sandbox.baseURL + "/user").object["data"] as? [String: Any]
            #expect(user?["name"] as? String == #"New "One""#)
            let again = try await post(
                talker.sandbox, "/auth/login", #"{"email":"new@example.test","password":"secret"}"#)
            #expect(again.object["success"] as? Bool == true)
            #expect(try await talker.get("/users").text == before)
            #expect(try await post(talker.sandbox, "/auth/signup", body).object["success"] as? Bool == false)
        }
    }

    @Test(
        "asks for a token, in the framework's words",
        arguments: ["/users", "/users/search?query=a", "/user", "/users/me", "/users/2", "/messages/conversation/1/2"])
    func tokenNeeded(path: String) async throws {
        try await withTalker { talker in
            for curl in [Curl(), Curl(token: "made-up")] {
                let answer = try await curl.get(talker.sandbox.baseURL + path)
                #expect(answer.status == 401)
                #expect(answer.object["error"] as? Bool == true)
                #expect(answer.object["reason"] is String)
            }
            #expect(try await talker.get(path).status == 200)
            talker.sandbox.expireTokens()
            #expect(try await talker.get(path).status == 401)
        }
    }

    @Test(
        "lists all users but the caller, with hashes that must not leave, and finds them by name and id",
        arguments: [SandboxConfiguration(.vynqTalk()), generated(10, users: 40)])
    func users(configuration: SandboxConfiguration) async throws {
        try await withTalker(configuration) { talker in
            let users = try await talker.list("/users")
            let all = try await talker.list("/users/search?query=")
            let ids = all.compactMap { $0["id"] as? Int }
            #expect(ids == Array(1...all.count))
            #expect(users.compactMap { $0["id"] as? Int } == Array(ids.dropFirst()))
            #expect(
                all.allSatisfy {
                    ($0["password"] as? String)?.hasPrefix("$2b$12$") == true
                        && ($0["password"] as? String)?.count == 60
                })
            let found = try await talker.list("/users/search?query=M%C3%B8LLER")
            #expect(found.count == all.count { ($0["name"] as? String)?.contains("Møller") == true })
            #expect(!found.isEmpty)
            #expect(try await talker.list("/users/search?query=nobody%20here").isEmpty)
            for id in [1, all.count] {
                let user = try #require(try await talker.get("/users/\(id)").object["data"] as? [String: Any])
                #expect(user as NSDictionary == all[id - 1] as NSDictionary)
            }
            for (id, status) in [("0", 404), ("99999", 404), ("x", 400)] {
                let answer = try await talker.get("/users/\(id)")
                #expect(answer.status == status)
                #expect(answer.object["error"] as? Bool == true)
            }
            for path in ["/user", "/users/me"] {
                #expect(try await talker.get(path).object["data"] as? NSDictionary == all[0] as NSDictionary)
            }
        }
    }

    @Test(
        "gives each message in exactly one pair's conversation, the same from both sides, the oldest first",
        arguments: [
            (SandboxConfiguration(.vynqTalk()), 57), (generated(333, users: 7), 333), (generated(5, users: 2), 5),
            (generated(9, users: 4), 9), (generated(9, users: 1), 0),
        ])
    func conversations(configuration: SandboxConfiguration, count: Int) async throws {
        try await withTalker(configuration) { talker in
            let people = try await talker.list("/users/search?query=").count
            var ids: [Int] = []
            var (reactions, replies) = (0, 0)
            for first in 1...people {
                for second in first...people {
                    let messages = try await talker.list("/messages/conversation/\(first)/\(second)")
                    #expect(
                        try await talker.get("/messages/conversation/\(second)/\(first)").body
                            == talker.get("/messages/conversation/\(first)/\(second)").body)
                    ids += messages.compactMap { number($0["id"]).map { Int($0) } }
                    let times = messages.compactMap { $0["timestamp"] as? String }
                    #expect(times == times.sorted())
                    for message in messages {
                        let ends = ["sender", "receiver"].compactMap { (message[$0] as? [String: Any])?["id"] as? Int }
                        #expect(Set(ends) == [first, second])
                        #expect(["TEXT", "IMAGE", "AUDIO", "VIDEO", "FILE"].contains(message["type"] as? String))
                        reactions += (message["reactions"] as? [Any])?.count ?? 0
                        let reply = try #require(message["replyTo"] as? [String: Any])
                        if !(reply["id"] is NSNull) { replies += 1 }
                    }
                }
            }
            #expect(ids.count == count)
            #expect(Set(ids).count == count)
            #expect(count < 50 || (reactions > 10 && replies > 3))
            #expect(try await talker.list("/messages/conversation/1/999999").isEmpty)
            #expect(try await talker.get("/messages/conversation/1/x").status == 400)
        }
    }

    @Test("computes the same messages under the same seed")
    func generatedStable() async throws {
        var texts: [String] = []
        for seed in [8, 8, 9] as [UInt64] {
            try await withTalker(Self.generated(100_000, users: 20, seed: seed)) { talker in
                texts.append(try await talker.get("/messages/conversation/3/5").text)
            }
        }
        #expect(texts[0] == texts[1])
        #expect(texts[0] != texts[2])
    }

    @Test("serves a false success, a defect and an ordered status in its own words")
    func faults() async throws {
        try await withTalker { talker in
            try talker.sandbox.order(try Fault("users:false-success:message=The database is away"))
            let answer = try await talker.get("/users")
            #expect(answer.status == 200)
            #expect(answer.text == #"{"success":false,"message":"The database is away"}"#)
            try talker.sandbox.order(try Fault("conversation:record=missing-field:index=1:field=content"))
            let messages = try await talker.list("/messages/conversation/1/2")
            #expect(messages.prefix(3).map { $0["content"] == nil } == [false, true, false])
            try talker.sandbox.order(try Fault("user:status=500"))
            #expect(try await talker.get("/user").text == #"{"error":true,"reason":"Ordered status 500"}"#)
            try talker.sandbox.order(try Fault(#"users:status=200:body={"success":true,"message":"no data"}"#))
            #expect(try await talker.get("/users").object["data"] == nil)
            try talker.sandbox.order(try Fault("users:expire-token"))
            #expect(try await talker.get("/users").status == 401)
        }
    }
}
