internal import GantryJSON
internal import GantryModel

/// Users computed from their position. Ids count from 1; the first is the sandbox's own account.
struct VynqTalkUser: Sendable {
    let random: SplitMix64

    /// A text like a bcrypt hash. It is the hash of nothing, but must be kept as secret as a real one.
    static func passwordHash(_ noise: UInt64) -> String {
        let letters = Array("./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789")
        let random = SplitMix64(seed: noise)
        return "$2b$12$" + String((0..<53).map { letters[Int(random(position: $0) & 63)] })
    }

    func name(_ position: Int) -> String {
        if position == 0 { return "Archive 1" }
        let kinds = ["User", "Usuario", "Ingabire", "Møller", "用户"]
        return "\(kinds[position % kinds.count]) \(position + 1)"
    }

    @Sendable func record(_ position: Int) -> JSONTree {
        let noise = random(position: position, series: 51)
        let isSuspended = position > 0 && noise % 37 == 5
        let active = Instant(
            CivilDate(known: "2026-10-01") + noise.bits(20, 4), hour: noise.bits(24, 4), minute: 15)
        return [
            "id": .integer(position + 1), "name": .string(name(position)),
            "email": position == 0 ? .string(SandboxAccount.archivist.email) : "user\(position + 1)@example.test",
            "password": .string(Self.passwordHash(noise)),
            "avatar": noise.bits(8, 1) == 0 ? .null : "/avatars/\(position + 1).jpg",
            "userRole": noise.bits(9, 4) == 0 ? "ADMIN" : "USER", "status": Self.statuses[noise.bits(13, 2)],
            "bio": Self.bios[noise.bits(15, 2)], "lastActive": noise.bits(17, 3) == 0 ? .null : "\(active)",
            "createdAt": "2026-0\(noise.bits(26, 3) | 1)-1\(noise.bits(29, 3))T07:30:00Z",
            // The server's encoder sometimes leaves out a key whose value is null.
            "suspendedAt": isSuspended ? "2026-10-05T12:00:00Z" : noise & 1 == 0 ? .null : nil,
            "online": .bool(noise.bits(33, 2) == 0), "messageCount": .integer(noise.bits(36, 10)),
        ]
    }

    private static let statuses: [JSONTree] = [.null, "available", "In a meeting; back at 3", "🏖️"]
    private static let bios: [JSONTree] = [.null, "", "=about me", "likes \"tea\"\nand rain"]
}
