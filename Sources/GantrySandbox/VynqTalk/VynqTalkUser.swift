/// Users computed from their position. Ids count from 1; the first is the account that the sandbox is signed in to.
struct VynqTalkUser: Sendable {
    let scatter: Scatter

    /// What a bcrypt hash looks like. It is the hash of nothing, and must leave the system as little as a true one.
    static func passwordHash(_ noise: UInt64) -> String {
        let letters = Array("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        let scatter = Scatter(seed: noise)
        return "$2b$12$" + String((0..<53).map { letters[Int(scatter(UInt64($0) + 1) & 63)] })
    }

    func name(_ position: Int) -> String {
        if position == 0 { return "Archive 1" }
        let kinds = [
            "User \(position + 1)", "Usuario \(position + 1)", "Ingabire \(position + 1)", "Møller \(position + 1)",
            "用户 \(position + 1)",
        ]
        return kinds[position % kinds.count]
    }

    func email(_ position: Int) -> String {
        position == 0 ? SandboxAccount.archivist.email : "user\(position + 1)@example.test"
    }

    func append(_ position: Int, to bytes: inout [UInt8]) {
        let noise = scatter(UInt64(position) &+ 1, 51)
        let isSuspended = position > 0 && noise % 37 == 5
        bytes.append(#"{"id":\#(position + 1),"name":"\#(name(position))","email":"\#(email(position))""#)
        bytes.append(#","password":"\#(Self.passwordHash(noise))""#)
        bytes.append(noise >> 8 & 1 == 0 ? #","avatar":null"# : #","avatar":"/avatars/\#(position + 1).jpg""#)
        bytes.append(noise >> 9 & 15 == 0 ? #","userRole":"ADMIN""# : #","userRole":"USER""#)
        bytes.append(#","status":\#(Self.statuses[Int(noise >> 13 & 3)]),"bio":\#(Self.bios[Int(noise >> 15 & 3)])"#)
        bytes.append(noise >> 17 & 7 == 0 ? #","lastActive":null"# : #","lastActive":"\#(moment(noise >> 20).text)""#)
        bytes.append(#","createdAt":"2026-0\#(noise >> 26 & 7 | 1)-1\#(noise >> 29 & 7)T07:30:00Z""#)
        // A key whose value is null is left out by the server's encoder now and then, so both occur.
        if isSuspended {
            bytes.append(#","suspendedAt":"2026-10-05T12:00:00Z""#)
        } else if noise & 1 == 0 {
            bytes.append(#","suspendedAt":null"#)
        }
        bytes.append(#","online":\#(noise >> 33 & 3 == 0),"messageCount":\#(noise >> 36 & 0x3FF)}"#)
    }

    private func moment(_ noise: UInt64) -> Moment {
        Moment(CivilDay(year: 2026, month: 10, day: 1 + Int(noise & 15)), hour: Int(noise >> 4 & 15), minute: 15)
    }

    private static let statuses = ["null", #""available""#, #""In a meeting; back at 3""#, #""🏖️""#]
    private static let bios = ["null", #""""#, #""=about me""#, #""likes \"tea\"\nand rain""#]
}
