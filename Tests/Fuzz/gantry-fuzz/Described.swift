import GantryAccounts
import GantryConnectors
import GantryJSON
import GantryModel

/// A page of a dataset that a file describes: of the file before the first byte 0, or of one with every kind of field. It is
/// read for itself, and as hours by roles.
func described(_ bytes: [UInt8]) throws {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false).map { Array($0) }
    precondition(everyKind != nil, "the file of this reader has mistakes")
    let systems = parts.count == 2 ? [try SystemFile.read(parts[0], named: "s.yaml")] : [everyKind].compactMap(\.self)
    for description in systems.flatMap(\.datasets) {
        decode(description, parts.last ?? [])
        guard let entries = try? description.entries(by: roles) else { continue }
        guard let page = decode(entries, parts.last ?? []) else { continue }
        // As an export is verified: without the file that describes the system.
        var lines = Chunk<WorkEntry>(bytes: page.bytes)
        try WorkEntry.dataset.decoder().decodeLines(&lines)
        precondition("\(lines.records)" == "\(page.records)" && "\(lines.rejects)" == "\(page.rejects)")
    }
}

@discardableResult
private func decode<R>(_ description: some DatasetDescription<R>, _ bytes: [UInt8]) -> Chunk<R>? {
    let dataset = description.dataset
    var chunk = Chunk<R>(bytes: bytes)
    do { _ = try dataset.makePageDecoder().decodePage(&chunk, listKeys: dataset.listKeys, asked: 100) } catch {
        return nil
    }
    for record in chunk.records {
        for field in dataset.shape.fields { _ = field.access.text(of: record) { chunk.text($0) } }
    }
    return chunk
}

private let roles = EntryRoles(
    employee: "user", date: "day",
    hours: .amount("hours", EntryRoles.KindRole(field: "work", words: ["Normal": .normal, "Overtime": .overtime])),
    status: EntryRoles.StatusRole(field: "state", words: ["ok": .approved]), others: [.project: "job", .note: "note"])

private let everyKind = try? SystemFile.read(
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
            fields: { a.b: {}, c: { type: integer } }
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
