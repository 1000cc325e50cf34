internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import Synchronization

extension SubmissionPlan {
    /// The request of a row's step.
    func request(
        _ rows: [OutgoingRow<DescribedRow>], phase: Int, from server: any ServerReader
    ) async throws -> StepRequest {
        guard let outgoing = rows.first, phases.indices.contains(phase) else { return .confirmed([]) }
        let context = RowContext(outgoing)
        switch phases[phase] {
        case .look(let index):
            guard case .look(let lookup) = steps[index].lost else { return .confirmed([Receipt()]) }
            let found = try await lookup.matches(context, server)
            var state = context.state
            state.before = found.ids + found.doubtful
            return .confirmed([Receipt(resumeState: state.text)])
        case .send(let index): return .call(write(index, context: context, entry: outgoing.entry))
        case .store(let ask, let put):
            guard case .address(let name) = steps[put].target, let column = fileColumn else { return .confirmed([]) }
            let step = steps[ask]
            return .store(
                field: columns[column].name,
                ask: { [self, context] _, _ in write(ask, context: context, entry: outgoing.entry) },
                address: { body in
                    guard let answer = JSONTree.object(of: body) else { return nil }
                    var context = context
                    context.take(step.takes, of: answer)
                    guard let url = context.taken[name], context.taken.count == step.takes.count else { return nil }
                    // The address is a secret while it is valid, so it isn't kept.
                    var state = context.newState
                    state.taken[name] = nil
                    return StoreAddress(url: url, reference: state.text)
                })
        }
    }

    func write(_ index: Int, context: RowContext, entry: LedgerEntry) -> WriteRequest {
        let step = steps[index]
        guard case .path(let pieces) = step.target else { return WriteRequest(step.method, "") }
        let query = context.query(step.query).map { "\(pathPart($0))=\(pathPart($1))" }.joined(separator: "&")
        let path = context.text(pieces, encode: pathPart) + (query.isEmpty ? "" : "?" + query)
        var headers = step.headers.map { (name: $0.name, value: context.text($0.value)) }
        if case .key(let header) = step.lost {
            headers.append((header, entry.idempotencyKey + (index == 0 ? "" : "-\(index + 1)")))
        }
        return WriteRequest(
            step.method, path, body: body(step, context: context, headers: &headers),
            isRepeatable: step.isPreparation, headers: headers)
    }

    private func body(
        _ step: DescribedStep, context: RowContext, headers: inout [(name: String, value: String)]
    ) -> WriteBody {
        let content = step.body.flatMap { context.json($0) }
        let file = fileColumn.map { columns[$0].name } ?? ""
        switch step.file {
        case .raw:
            let type = headers.first { $0.name.lowercased() == "content-type" }?.value
            headers.removeAll { $0.name.lowercased() == "content-type" }
            return .file(field: file, contentType: type ?? "application/octet-stream")
        case .part(let name):
            let texts = (content?.members ?? []).map { FormPart.text(name: $0.key, $0.value.shown ?? "") }
            return .form(texts + [.file(name: name, field: file)])
        case nil: return content.map { .json($0.compact) } ?? .none
        }
    }

    // MARK: Answers

    /// What a success says.
    func receive(_ answer: StepAnswer, for rows: [OutgoingRow<DescribedRow>], phase: Int) -> EffectOutcome {
        guard let outgoing = rows.first, phases.indices.contains(phase) else { return .confirmed([]) }
        switch phases[phase] {
        case .look: return .confirmed([Receipt(status: answer.status)])
        case .store(_, let put):
            // 412 is the store's word for a file that it has.
            guard steps[put].done.contains(answer.status) || answer.status == 412 else {
                return .notSent(RowProblem("no-store", "The store answered \(answer.status)."), status: answer.status)
            }
            return .confirmed([Receipt(status: answer.status, resumeState: answer.reference)])
        case .send(let index):
            let outcome = receive(answer, for: outgoing, step: steps[index])
            if case .confirmed(let receipts) = outcome {
                let id = if case .answer? = steps[index].id { receipts.first?.serverID ?? "" } else { "" }
                confirmed.withLock { $0[index] = (outgoing, id) }
            }
            return outcome
        }
    }

    private func receive(
        _ answer: StepAnswer, for outgoing: OutgoingRow<DescribedRow>, step: DescribedStep
    ) -> EffectOutcome {
        guard !answer.isPage else {
            // What has no effect is simply made again.
            if case .repeats = step.lost, let first = step.takes.first, step.done.contains(answer.status) {
                return .notSent(RowProblem("no-\(first.name)", answer.foundInstead))
            }
            return answer.unshown(answer.foundInstead)
        }
        if let there = step.there, answer.status == there {
            return wasThere(outgoing, status: answer.status)
        }
        guard step.done.contains(answer.status) else {
            return answer.unshown(
                "The server answered \(answer.status), where \(listed(step.done.map(String.init), "or")) says that it is done."
            )
        }
        var context = RowContext(outgoing)
        var receipt = Receipt(status: answer.status)
        let tree = (try? JSONTree(answer.body)) ?? .null
        context.take(step.takes, of: tree)
        if let missing = step.takes.first(where: { context.taken[$0.name] == nil }) {
            let sentence = "The answer has no \(missing.path.joined(separator: "."))."
            // What has no effect is simply made again.
            if case .repeats = step.lost { return .notSent(RowProblem("no-\(missing.name)", sentence)) }
            return answer.unshown("The server reported success. \(sentence)")
        }
        if !step.takes.isEmpty { receipt.resumeState = context.newState.text }
        switch step.id {
        case .answer(let path):
            guard let id = tree.value(at: path)?.shown, !id.isEmpty else {
                return answer.unshown("The server reported success without an id at \(path.joined(separator: ".")).")
            }
            receipt.serverID = id
        // Only an id that the server gave shows whose answer it is.
        case .row, nil:
            guard answer.isOwn else { return disowned(answer) }
            if case .row(let pieces)? = step.id { receipt.serverID = context.text(pieces) }
        }
        receipt.note = changes(step, context: context, answer: tree)
        return .confirmed([receipt])
    }

    /// What a success means that reports a failure: the row is looked up.
    private func disowned(_ answer: StepAnswer) -> EffectOutcome {
        let said = ServerMessage.reported(answer.body)?.sentence
        return answer.unshown("The server reported success, but also a failure\(said.map { ": " + $0 } ?? ".")")
    }

    /// What the server made of values that it shows otherwise than they were sent; `nil` if it changed none.
    private func changes(_ step: DescribedStep, context: RowContext, answer: JSONTree) -> RowProblem? {
        let marked = step.body?.markedColumns ?? []
        let changed = step.echo.compactMap { column, path -> String? in
            let hasMark = marked.contains(column)
            let sent = hasMark ? context.marked(column) : context.sent(column)
            let shown = answer.value(at: path)
            guard !sent.isEmpty, !context.isKept(column, hasMark: hasMark, as: shown) else { return nil }
            let name = columns[column].name
            let isPlain = !columns[column].isFreeText
            return isPlain
                ? "\(name) was sent as \(sent), and the server has \(shown?.shown ?? "nothing")."
                : "The server has another text for \(name)."
        }
        return changed.isEmpty ? nil : RowProblem("changed-by-server", changed.joined(separator: " "))
    }

    /// What a refusal means.
    func refused(
        _ problem: RowProblem, status: Int?, of rows: [OutgoingRow<DescribedRow>], phase: Int
    ) -> EffectOutcome {
        guard let outgoing = rows.first, phases.indices.contains(phase), case .send(let index) = phases[phase],
            let status, steps[index].there == status
        else { return .rejected(problem) }
        return wasThere(outgoing, status: status)
    }
}
