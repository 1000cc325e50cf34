/// The files of `Samples/vynqtalk/`: nine invented people and their messages to each other, in order of time.
enum VynqTalkSamples {
    private static let data = GeneratedData(entries: 54, employees: 9, seed: 2026, firstDay: "2026-10-01", days: 30)

    static func files() throws(SandboxError) -> [SampleFile] {
        let generated = try GeneratedMessages(data)
        return [
            SampleFile("messages.json", generated.messages.records() + exceptions.map { Array($0.utf8) }),
            SampleFile("users.json", generated.users.records()),
        ]
    }

    /// Between users 1 and 2. Each is a valid record that an exporter should handle, with the spelling that it is
    /// served with.
    private static let exceptions = [
        // Users by id only, no reactions, and a list of replies.
        #"{"id":9001,"content":"only ids","type":"TEXT","sender":{"id":1},"receiver":{"id":2},"timestamp":"2026-10-31T08:00:00Z","fileName":null,"edited":false,"duration":null,"replyTo":{"id":null},"replies":[{"id":9002,"content":"@SUM(1,2)","type":"TEXT","sender":{"id":2,"name":"Usuario 2","password":"$2b$12$nestednestednestednestednestednestednestednestednest"},"timestamp":null}]}"#,
        // No time, an id as a string, and text that would be a formula.
        #"{"id":"9002","content":"@SUM(1,2)","type":"TEXT","sender":{"id":2},"receiver":{"id":1},"timestamp":null,"edited":true,"reactions":[],"replyTo":{"id":9001,"content":"only ids","type":"TEXT"}}"#,
        // A secret that a person typed, which is content and stays, and a key that must go however it is spelled.
        #"{"id":9003,"content":"the password is \"swordfish\"","type":"TEXT","sender":{"id":1,"name":"Archive 1","p\u0061ssword":"$2b$12$abcdefghijklmnopqrstuv0123456789ABCDEFGHIJKLMNOPQRSTU"},"receiver":{"id":2},"timestamp":"2026-10-31T08:00:00Z","fileName":null,"edited":false,"duration":null,"reactions":[{"id":9501,"emoji":"👍","user":{"id":2},"message":{"id":9003},"createdAt":null}],"replyTo":{"id":null}}"#,
    ]
}
