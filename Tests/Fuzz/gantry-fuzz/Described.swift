import GantryAccounts
import GantryConnectors
import GantryJSON
import GantryModel

/// A page of a dataset that a file describes: of the file before the first byte 0, or of one with every kind of field. It is
/// read for itself, and as hours by roles.
func described(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map { Array($0) }
    guard parts.count == 2 else { return try everyKind.forEach { try $0(bytes) } }
    for read in pageReaders(of: try SystemFile.read(parts[0], named: "s.yaml")) { try read(parts[1]) }
}

/// For each dataset of a system what reads a page of it, and the same again.
private func pageReaders(of system: System) -> [([UInt8]) throws -> Void] {
    system.datasets.flatMap { description in
        [pageReader(description), (try? description.entries(by: roles)).map(hoursReader)].compactMap(\.self)
    }
}

private func pageReader<R>(_ description: some DatasetDescription<R>) -> ([UInt8]) throws -> Void {
    let dataset = description.dataset
    let decoder = dataset.makePageDecoder()
    let fields = dataset.shape.fields
    return { bytes in
        var chunk = Chunk<R>(bytes: bytes)
        _ = try? decoder.decodePage(&chunk, listKeys: dataset.listKeys, asked: 100)
        for record in chunk.records {
            for field in fields { _ = field.access.text(of: record) { chunk.text($0) } }
        }
    }
}

private func hoursReader(_ dataset: Dataset<WorkEntry>) -> ([UInt8]) throws -> Void {
    let (decoder, landed) = (dataset.makePageDecoder(), WorkEntry.dataset.decoder())
    return { bytes in
        var page = Chunk<WorkEntry>(bytes: bytes)
        guard (try? decoder.decodePage(&page, listKeys: dataset.listKeys, asked: 100)) != nil else { return }
        // As an export is verified: without the file that describes the system.
        var lines = Chunk<WorkEntry>(bytes: page.bytes)
        try landed.decodeLines(&lines)
        precondition("\(lines.records)" == "\(page.records)" && "\(lines.rejects)" == "\(page.rejects)")
    }
}

private let roles = EntryRoles(
    employee: "user", date: "day",
    hours: .amount("hours", EntryRoles.KindRole(field: "work", words: ["Normal": .normal, "Overtime": .overtime])),
    status: EntryRoles.StatusRole(field: "state", words: ["ok": .approved]), others: [.project: "job", .note: "note"])

nonisolated(unsafe) private let everyKind: [([UInt8]) throws -> Void] = {
    guard
        let system = try? SystemFile.read(
            Array(
                """
                system: s
                title: Every kind of field
                zone: Europe/Copenhagen
                sign-in: { api-key: { header: X-Key }, check: { get: /me, account: login } }
                requests: { sensitive: [pin] }
                datasets:
                  hours:
                    help: The hours of everybody.
                    get: /hours
                    records: data
                    key: id
                    paging: { offset: offset, limit: limit, size: 100, states-limit: limit, states-offset: offset }
                    total: total
                    period: { day: day, query: { from: "{from}", to: "{to}" } }
                    fields:
                      id: { type: integer, required: true }
                      day: { type: date, format: DD.MM.YYYY* }
                      hours: { type: decimal }
                      took: { type: duration, unit: iso }
                      clock: { type: duration, unit: h:mm }
                      user: { at: user.id, type: integer }
                      work: { one-of: { N: Normal, O: Overtime } }
                      state: { at: "custom[name=State].value" }
                      from: { type: time }
                      seen: { type: time, format: unix-ms }
                      local: { type: time, format: YYYY-MM-DD hh:mm:ss }
                      born: { at: { year: b.y, month: b.m, day: b.d }, type: date }
                      job: { type: integer }
                      note: {}
                      rate: { type: money }
                      is: { type: flag }
                      photo: { type: link }
                      tag: { at: "tags[0]" }
                      parts: { list: { of: { of: id }, name: { required: true }, at: { type: time }, much: { type: decimal } } }
                  one:
                    help: The text of one.
                    get: /one
                    record: ""
                    paging: none
                    total: none
                    fields: { a.b: { required: true }, c: { type: integer } }
                  left:
                    help: Without those that were removed.
                    get: /left
                    records: ""
                    key: key
                    paging: none
                    total: none
                    leave-out: { at: deleted, is-there: true }
                    fields: { key: { required: true }, day: { type: date, zone: Europe/Copenhagen } }

                """.utf8), named: "s.yaml")
    else { preconditionFailure("the file of this reader has mistakes") }
    return pageReaders(of: system)
}()
