import GantrySandbox
import Testing

@Suite("Sending messages with VynqTalk")
struct SendingTests {
    private func withMember(_ body: (RunningSandbox, Curl) async throws -> Void) async throws {
        try await SandboxServer.with(SandboxConfiguration(.vynqTalk(), today: "2026-11-02")) { sandbox in
            let account = SandboxAccount.archivist
            let answer = try await Curl().get(
                sandbox.baseURL + "/auth/login",
                ["-d", #"{"email":"\#(account.email)","password":"\#(account.password)"}"#])
            let data = try #require(answer.object["data"] as? [String: Any])
            try await body(sandbox, Curl(token: try #require(data["accessToken"] as? String)))
        }
    }

    @Test("A message comes last in its conversation, and a repeat is a second message")
    func sends() async throws {
        try await withMember { sandbox, curl in
            let path = sandbox.baseURL + "/messages/conversation/2/1"
            let before = try #require(try await curl.get(path).object["data"] as? [[String: Any]])
            let keys = ["type", "messageType"]
            for key in keys {
                let answer = try await curl.get(
                    sandbox.baseURL + "/messages", ["-d", #"{"receiverId":2,"content":"Hé \"you\"","\#(key)":"TEXT"}"#])
                #expect(answer.status == 200 && answer.object["success"] as? Bool == true)
                let message = try #require(answer.object["data"] as? [String: Any])
                #expect(message["content"] as? String == #"Hé "you""#)
                #expect((message["sender"] as? [String: Any])?["id"] as? Int == 1)
                #expect((message["receiver"] as? [String: Any])?["id"] as? Int == 2)
                #expect((message["timestamp"] as? String)?.hasPrefix("2026-11-02T") == true)
            }
            let after = try #require(try await curl.get(path).object["data"] as? [[String: Any]])
            #expect(after.count == before.count + 2)
            #expect(after.suffix(2).allSatisfy { $0["content"] as? String == #"Hé "you""# })
            #expect(Set(after.suffix(2).compactMap { $0["id"] as? Int }).count == 2)
            #expect(
                sandbox.effects.map(\.identity)
                    == Array(repeating: ["senderId": "1", "receiverId": "2", "type": "TEXT"], count: 2))
            #expect(sandbox.effects[0].size == 9)
        }
    }

    @Test(
        "A message that makes no sense, or to nobody, is refused",
        arguments: [
            ("{}", 400), (#"{"receiverId":2,"content":"x"}"#, 400),
            (#"{"receiverId":2,"content":"x","type":"text"}"#, 400),
            (#"{"receiverId":999,"content":"x","type":"TEXT"}"#, 404),
        ])
    func refused(body: String, status: Int) async throws {
        try await withMember { sandbox, curl in
            let answer = try await curl.get(sandbox.baseURL + "/messages", ["-d", body])
            #expect(answer.status == status && answer.object["error"] as? Bool == true)
            #expect(sandbox.effects.isEmpty)
        }
    }
}
