internal import GantryEngine
internal import GantryJSON
internal import GantryModel

extension DescribedStep {
    /// Whether the server said last that the step was done before, after an earlier request that may have arrived.
    func lastAnswerWasThere(_ entry: LedgerEntry) -> Bool {
        there != nil && entry.status == there && entry.problem?.code == RowProblem.unconfirmedCode
    }

    /// Whether the file of the system says how it is looked up.
    var isLookedUp: Bool { if case .look = lost { true } else { false } }
}

/// What is there already at the server.
extension SubmissionPlan {
    /// What it means that the server has it already: it isn't the row's if this was sent for the first time; else it is
    /// compared with the row.
    func wasThere(_ outgoing: OutgoingRow<DescribedRow>, status: Int) -> EffectOutcome {
        guard outgoing.entry.attempts > 1 else {
            return .rejected(
                RowProblem("already-there", "The server has it already, and not by this row."), status: status)
        }
        return .unconfirmed(RowProblem(RowProblem.unconfirmedCode, "The server has it already."), status: status)
    }

    /// Whether what the server has where a step puts something is what the row sends. Whose it is the server doesn't
    /// say, and others than the ledger knows of can have put it there.
    func compared(
        _ index: Int, of outgoing: OutgoingRow<DescribedRow>, at server: any ServerReader
    ) async throws -> LookupOutcome {
        let step = steps[index]
        var context = RowContext(outgoing)
        guard step.method == .put, case .path(let path) = step.target, step.file == nil || step.file == .raw else {
            return unclear("What is there can't be read and compared with the row.")
        }
        if let name = incomparable(step, path: path, context: context) {
            return unclear("\(name) is sent in the query or in a header, which can't be compared.")
        }
        let read = "GET" + step.name.dropFirst(step.method.rawValue.count)
        let request = ReadRequest(placeOf: write(index, context: context, entry: outgoing.entry))
        var tree = JSONTree.null
        if step.file == .raw {
            let name = fileColumn.map { columns[$0].name } ?? ""
            guard let file = FileFingerprint.all(in: outgoing.entry.content)[name], !file.isPromised else {
                return unclear("What is there can't be read and compared with the row.")
            }
            guard let isThere = try await server.has(file, at: request) else {
                return unclear("\(read) shows nothing.")
            }
            guard isThere else { return unclear("\(read) shows another file.") }
        } else {
            guard let body = try await server.search(request) else { return unclear("\(read) shows nothing.") }
            guard StepAnswer(status: 200, body: body).isOwn else {
                return unclear("\(read) is answered with a failure, or not with JSON.")
            }
            tree = (try? JSONTree(body)) ?? .null
            let differing = differences(step, context: context, answer: tree)
            guard differing.isEmpty else {
                return unclear("\(read) shows something else for \(listed(Array(differing.prefix(5)), "and")).")
            }
        }
        context.take(step.takes, of: tree)
        if let missing = step.takes.first(where: { context.taken[$0.name] == nil }) {
            return unclear("\(read) has no \(missing.path.joined(separator: ".")).")
        }
        var receipt = Receipt()
        if !step.takes.isEmpty { receipt.resumeState = context.newState.text }
        switch step.id {
        case .answer(let path): receipt.serverID = tree.value(at: path)?.shown ?? ""
        case .row(let pieces): receipt.serverID = context.text(pieces)
        case nil: break
        }
        return .confirmed([receipt])
    }

    private func unclear(_ sentence: String) -> LookupOutcome {
        .unknown("\(sentence) Check at the server whether it is this row.")
    }

    /// What the row sends and no answer shows; `nil` if there is nothing.
    private func incomparable(_ step: DescribedStep, path: [RowPiece], context: RowContext) -> String? {
        let compared = path + (step.body?.pieces ?? [])
        for piece in (step.query + step.headers).flatMap(\.value) where !compared.contains(piece) {
            switch piece {
            case .column(let column) where context.row.value(column) != nil: return columns[column].name
            case .fileName: return "The name of the file"
            default: continue
            }
        }
        return nil
    }

    /// The names of what the answer has otherwise than the row sends it, at its top or in a member of it.
    private func differences(_ step: DescribedStep, context: RowContext, answer: JSONTree) -> [String] {
        guard let body = step.body else { return [] }
        var echoed: [Int: JSONTree] = [:]
        for (column, path) in step.echo { echoed[column] = answer.value(at: path) }
        return ([answer] + answer.members.map(\.value)).map {
            body.differences(from: $0, key: "", context: context, echoed: echoed)
        }.min { $0.count < $1.count } ?? []
    }
}

extension BodyTree {
    /// The pieces of all texts in it.
    fileprivate var pieces: [RowPiece] {
        switch self {
        case .constant: []
        case .text(let pieces): pieces
        case .column(let column, _, _): [.column(column)]
        case .list(let items): items.flatMap(\.pieces)
        case .object(let members): members.flatMap(\.value.pieces)
        }
    }

    /// The names of what a server has otherwise: those of columns, and keys of anything else.
    ///
    /// - Parameters:
    ///   - key: The key of this part.
    ///   - echoed: Columns that the answer shows elsewhere.
    fileprivate func differences(
        from shown: JSONTree?, key: String, context: RowContext, echoed: [Int: JSONTree]
    ) -> [String] {
        switch self {
        case .constant(let constant): return constant.isKept(as: shown) ? [] : [key]
        case .text(let pieces): return shown?.text == context.text(pieces) ? [] : [key]
        case .column(let column, _, let hasMark):
            guard !context.isKept(column, hasMark: hasMark, as: echoed[column] ?? shown) else { return [] }
            return [context.row.plan?.columns[column].name ?? key]
        case .list(let items):
            let items = items.filter { context.json($0) != nil }
            guard let list = shown?.list, list.count == items.count else { return [key] }
            return zip(items, list).flatMap {
                $0.differences(from: $1, key: key, context: context, echoed: echoed)
            }
        case .object(let members):
            return members.flatMap {
                $0.value.differences(from: shown?[$0.key], key: $0.key, context: context, echoed: echoed)
            }
        }
    }
}

extension JSONTree {
    /// Whether a server has all of it.
    fileprivate func isKept(as shown: JSONTree?) -> Bool {
        switch (self, shown) {
        case (.null, nil): true
        case (.object(let members), .object?): members.allSatisfy { $0.value.isKept(as: shown?[$0.key]) }
        case (.array(let items), .array(let others)?):
            items.count == others.count && zip(items, others).allSatisfy { $0.isKept(as: $1) }
        case (.number, .number?): self == shown || decimal != nil && decimal == shown?.decimal
        default: self == shown
        }
    }
}
