internal import GantryJSON

extension AutoDetail.PhotoUpload {
    /// Looks for bookings whose ids end in numbers that rows have instead, among those of the account: `apt-000012` for
    /// `12`. A server that doesn't list them has none.
    static func findNumbers(
        of texts: some Sequence<String>, into referenceData: inout ReferenceData, from server: any ServerReader
    ) async throws {
        let numbers = texts.filter { text in
            referenceData.statuses[text] == .some(nil) && !text.isEmpty && text.utf8.allSatisfy(isDigit)
        }
        guard !numbers.isEmpty else { return }
        if referenceData.ids == nil { referenceData.ids = try await ids(server) }
        var meant: [String: [String]] = [:]
        for id in referenceData.ids ?? [] {
            let end = id.utf8.reversed().prefix(while: isDigit).count
            guard end > 0, end < id.utf8.count else { continue }
            meant[number(id.suffix(end)), default: []].append(id)
        }
        for text in numbers {
            guard let ids = meant[number(text[...])] else { continue }
            referenceData.numbered[text] = ids
            guard ids.count == 1, let body = try await server.read(reading(ids[0])) else { continue }
            referenceData.statuses.updateValue(try booking(body, ids[0])["status"]?.text ?? "", forKey: ids[0])
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Without zeros before it.
    private static func number(_ digits: Substring) -> String { String(digits.drop { $0 == "0" }) }

    private static func ids(_ server: any ServerReader) async throws -> [String] {
        do {
            let request = ReadRequest(path: "/api/client/appointments", query: [])
            guard let body = try await server.read(request),
                let list = JSONTree.list(of: body, under: ["appointments", "data"])
            else { return [] }
            return Array(Set(list.compactMap { $0["id"]?.text })).sorted()
        } catch {
            guard server.isAboutRequest(error) else { throw error }
            return []
        }
    }
}
