internal import GantryAccounts
internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

extension DatasetStage {
    func plan() async throws -> StagePlan {
        var plan = StagePlan(requests: [], records: nil, files: dataset.outputs.map(\.file))
        if let known = connection.connection.system.dataset(named: dataset.name) {
            let (description, records) = try await firstPage(known)
            plan.requests = [description]
            plan.records = records
        }
        return plan
    }

    /// The request in words, and how many records the server says there are.
    private func firstPage(_ known: some DatasetDescription) async throws -> (description: String, records: Int?) {
        let described = described(known)
        let wanted = described.pageSize(wanted: dataset.pageSize)
        var details = DatasetPlan.request(dataset, request.period, page: 1, key: "<key>")
        details.pageSize = wanted
        let ask = described.request(details)
        let paging = described.paging
        guard paging != .keyed else { return ("\(ask.description), for each key", nil) }
        let page = try await PageLane(connection, described).fetch(ask)
        let total = page.envelope.totalCount.map(Int.init(clamping:)) ?? (paging == .whole ? page.chunk.count : nil)
        let limit = page.envelope.limit.map(Int.init(clamping:)) ?? wanted
        let size = ask.sendsLimit ? wanted : max(limit, 1)
        let pages = total.map { PagingState.pages(of: max($0, 0), size: size) }
        guard paging != .whole, let pages, pages > 1, page.chunk.count < total ?? 0 else {
            return (ask.description, total)
        }
        return ("\(ask.description) … \(pages) pages", total)
    }

    func preview(rows: Int, after earlier: inout PreviewedPages) async throws -> [PreviewTable] {
        // Files have to be fetched before there is a record of them.
        guard let known = connection.connection.system.dataset(named: dataset.name), !known.downloadsFiles else {
            return []
        }
        return try await preview(known, rows: rows, after: &earlier)
    }

    private func preview<R: DatasetRecord>(
        _ known: some DatasetDescription<R>, rows: Int, after earlier: inout PreviewedPages
    ) async throws -> [PreviewTable] {
        guard let key = try firstKey(known.dataset, after: earlier) else { return [] }
        let described = described(known)
        let ask = DatasetPlan.request(dataset, request.period, page: 1, key: key)
        let page = try await PageLane(connection, described).fetch(described.request(ask))
        try described.requireAsked(ask, page.chunk)
        let joined = try await described.join?.records(earlier)
        let isSelected = dataset.isWithinPeriod || described.periodRule != nil
        let selection = RecordSelection(period: isSelected ? request.period : nil)
        var rules = DatasetRules(described, wholeBatch: nil, selecting: selection, joined: joined?.place)
        let checked = rules.check(page.chunk)
        earlier.add(page.chunk, of: described)
        let shown = checked.verdicts.indices.filter { checked.verdicts[$0] == .exported }
        earlier.keys[dataset.name] = shown.prefix(2).map {
            String(decoding: checked.chunk.spelled(checked.chunk.records[$0].key), as: UTF8.self)
        }
        for case .field(let name, of: dataset.name)? in request.pipeline.datasets.map(\.forEach) {
            guard let access = described.shape.fields.first(where: { $0.name == name })?.access else { continue }
            earlier.keys["\(dataset.name).\(name)"] = shown.lazy.compactMap {
                access.text(of: checked.chunk.records[$0], text: { checked.chunk.text($0) })
            }.filter { !$0.isEmpty }.prefix(1).map(\.self)
        }
        return dataset.outputs.compactMap { output in
            guard output.format.content == .records,
                var encoder = DatasetEncoder<R>(output, of: described.shape.fields, dialect: .machine, joined: joined)
            else { return nil }
            var cells: [[String]] = []
            for index in shown where cells.count < rows {
                var bytes: [UInt8] = []
                encoder.encode(
                    checked.chunk, rows: [Int32(truncatingIfNeeded: index)], joined: checked.joined, into: &bytes)
                var table = CSVRows(bytes, dialect: .machine)
                while cells.count < rows, let row = table.next() { cells.append(row) }
            }
            return PreviewTable(
                file: output.file, headings: output.columns.map(\.heading), rows: cells, isNumeric: numeric(output))
        }
    }

    /// The key that a preview asks for: `nil` if there is none, empty for a list.
    private func firstKey(_ described: Dataset<some DatasetRecord>, after earlier: PreviewedPages) throws -> String? {
        switch dataset.forEach {
        case .datasets(let names)?:
            let keys = names.flatMap { earlier.keys[$0] ?? [] }
            let parts = described.keyParts
            return keys.count >= parts ? keys.prefix(parts).joined(separator: "/") : nil
        case .field(let field, let name)?: return earlier.keys["\(name).\(field)"]?.first
        case .file(let path)?: return try KeyList.read(path, in: request.workspace, described).first
        case nil: return ""
        }
    }

    /// Which columns of an output are numbers.
    private func numeric(_ output: Output) -> [Bool] {
        let known = connection.connection.system.dataset(named: dataset.name)
        let list = output.list.flatMap { name in known?.lists.first { $0.name == name }?.fields }
        let fields = list ?? known?.fields ?? []
        return output.columns.map { column in
            fields.first { $0.name == column.field.name }.map { $0.kind == .integer || $0.kind.hasDecimals } ?? false
        }
    }
}
