internal import GantryJSON
internal import GantryModel

/// Decodes pages of the documented contract, and landed lines of either contract and of records that were read by
/// roles: one landing has those of one kind.
final class WorkEntryDecoder: PageDecoding {
    private let documented = PageDecoder(WorkEntry.self)
    private lazy var deployed = ConfirmedEntryDecoder()
    private lazy var byRoles = RoleEntryDecoder()

    func decodePage(
        _ chunk: inout Chunk<WorkEntry>, listKeys: [String], asked: Int?
    ) throws(JSONProblem) -> PageEnvelope {
        try documented.decodePage(&chunk, listKeys: listKeys, asked: asked)
    }

    func decodeLines(_ chunk: inout Chunk<WorkEntry>) throws(JSONProblem) {
        if RoleEntryDecoder.wrote(chunk.bytes) {
            try byRoles.decodeLines(&chunk)
        } else if Self.areConfirmedEntries(chunk.bytes) {
            try deployed.decodeLines(&chunk)
        } else {
            try documented.decodeLines(&chunk)
        }
    }

    /// Whether the first object that names its entry does it as the deployed contract: `entry_id`, not `id`.
    static func areConfirmedEntries(_ bytes: [UInt8]) -> Bool {
        var depth = 0
        var index = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: "\""):
                let start = index + 1
                index = start
                while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
                    index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard depth == 1, index < bytes.count, isKey(bytes, after: index) else { break }
                if bytes[start..<index].elementsEqual("entry_id".utf8) { return true }
                if bytes[start..<index].elementsEqual("id".utf8) { return false }
            default: break
            }
            index += 1
        }
        return false
    }

    /// Whether a colon follows the quotation mark at `end`.
    private static func isKey(_ bytes: [UInt8], after end: Int) -> Bool {
        bytes[(end + 1)...].first { ![0x20, 0x09, 0x0A, 0x0D].contains($0) } == UInt8(ascii: ":")
    }
}
