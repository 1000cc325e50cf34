internal import GantryModel
internal import GantryPages
internal import GantryTerminal
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Synchronization

/// Answers requests: what ``DeskGuard`` lets through, with a page.
final class DeskResponder: HTTPResponder {
    private let desk: Desk
    /// `nil` until it listens.
    private let watch = Mutex<DeskGuard?>(nil)
    private let language: Mutex<Language>
    private let forms = SentForms()

    init(_ desk: Desk) {
        self.desk = desk
        language = Mutex(desk.language)
    }

    /// Lets requests for this port through.
    /// - Returns: what opens the desk once.
    func open(port: Int) -> String {
        let new = DeskGuard(port: port, now: .now)
        watch.withLock { $0 = new }
        return new.entrance
    }

    func respond(to request: Request, context: BasicRequestContext) async throws -> Response {
        let facts = RequestFacts(request)
        let verdict = watch.withLock { $0?.verdict(facts, now: .now) } ?? .refuse(.otherHost)
        var answer = await answer(verdict, facts: facts, to: request)
        answer.isSecretAddress = facts.path == "/enter"
        let response = answer.response
        return request.method == .head ? response.createHeadResponse() : response
    }

    private func answer(_ verdict: DeskGuard.Verdict, facts: RequestFacts, to request: Request) async -> DeskAnswer {
        let asked = asked(facts, hasSession: [.show, .read, .receive].contains(verdict))
        switch verdict {
        case .refuse(let refusal): return RefusalPage.answer(refusal, asked)
        case .asset: return DeskAssets.answer(facts.path) ?? RefusalPage.notFound(asked)
        case .isIn: return .seeOther(.home)
        case .enter(let cookie):
            var entered = EntryPage.answer(asked, isFromElsewhere: ![nil, "none"].contains(facts.fetchSite))
            entered.headers.append((name: "Set-Cookie", value: cookie))
            return entered
        case .show:
            guard facts.method == "GET" || facts.method == "HEAD", let address = asked.address else {
                return RefusalPage.notFound(asked)
            }
            do { return try await DeskPages.answer(address, asked) } catch { return RefusalPage.failed(error, asked) }
        case .read: return await change(facts, request: request, asked)
        case .receive: return await receive(facts, request: request, asked)
        }
    }

    private func change(_ facts: RequestFacts, request: Request, _ asked: Asked) async -> DeskAnswer {
        var filled = FormFields()
        do {
            guard let bytes = try await request.body.form(facts.contentLength) else {
                return RefusalPage.answer(.tooLong, asked)
            }
            guard let form = FormFields(bytes) else { return RefusalPage.answer(.noForm, asked) }
            let isOwn = watch.withLock { $0?.accepts(form: form["token"] ?? "", for: facts.path, now: .now) ?? false }
            guard isOwn else { return RefusalPage.answer(.foreignForm, asked) }
            filled = form.filled
            guard facts.method == "POST", let address = asked.address else { return RefusalPage.notFound(asked) }
            if address == .language {
                language.withLock { $0 = $0 == .danish ? .english : .danish }
                return .seeOther(form["back"].flatMap { DeskAddress(path: $0) } ?? .home)
            }
            return try await DeskPages.change(address, form: form, asked)
        } catch {
            return await again(filled, error, asked)
        }
    }

    /// The page of a form with what was filled in, and why it wasn't done.
    private func again(_ filled: FormFields, _ error: any Error, _ asked: Asked) async -> DeskAnswer {
        var again = asked
        again.filled = filled
        again.problem = ErrorReport(error, command: nil, place: desk.place)
        guard let address = asked.address.map({ StartForm.page(of: $0, filled) }),
            var page = try? await DeskPages.answer(address, again), page.status == 200
        else { return RefusalPage.failed(error, asked) }
        page.status = 422
        return page
    }

    /// Keeps a file that a form is sent with.
    private func receive(_ facts: RequestFacts, request: Request, _ asked: Asked) async -> DeskAnswer {
        guard case .upload(let id, let path) = asked.address else { return RefusalPage.notFound(asked) }
        let form = DeskAddress.upload(id: id, path: "").path
        guard watch.withLock({ $0?.accepts(form: facts.formToken ?? "", for: form, now: .now) ?? false }) else {
            return RefusalPage.answer(.foreignForm, asked)
        }
        do {
            var body = request.body.makeAsyncIterator()
            let isKept = try await DroppedFiles(workspace: desk.workspace).keep(id, at: path) {
                try await body.next().map { Array($0.readableBytesView) }
            }
            return isKept
                ? DeskAnswer(status: 201, type: "text/plain; charset=utf-8", content: .bytes([]))
                : RefusalPage.answer(.unkept, asked)
        } catch {
            return RefusalPage.failed(error, asked)
        }
    }

    private func asked(_ facts: RequestFacts, hasSession: Bool) -> Asked {
        let language = language.withLock { $0 }
        let query = FormFields(facts.target.dropFirst(facts.path.count + 1).utf8) ?? FormFields()
        var asked = Asked(
            desk: desk, t: PageText(language, zone: desk.zone), address: DeskAddress(path: facts.path),
            query: query, forms: forms, hasSession: hasSession
        ) { [self] address in
            watch.withLock { $0?.token(for: address.path, now: .now) } ?? ""
        }
        if hasSession, let id = query["again"] { asked.filled = desk.commands.filled(id) }
        return asked
    }
}

extension RequestFacts {
    init(_ request: Request) {
        var hosts = request.head.authority.map { [$0] } ?? []
        let headers = request.headers
        func values(_ name: String) -> [String] {
            headers.filter { $0.name.canonicalName == name }.map(\.value)
        }
        // Another one beside the first is a request that two programs can read in two ways.
        hosts += values("host")
        self.init(method: request.method.rawValue, target: request.head.path ?? "", hosts: hosts)
        origins = values("origin")
        fetchSite = values("sec-fetch-site").first
        cookies = values("cookie")
        contentType = values("content-type").first
        contentLength = values("content-length").first
        formToken = values("gantry-form").first
    }
}

extension RequestBody {
    /// The body of a form; `nil` where it is too long.
    fileprivate func form(_ announced: String?) async throws -> [UInt8]? {
        var bytes: [UInt8] = []
        for try await buffer in self {
            guard bytes.count + buffer.readableBytes <= DeskGuard.longestForm else { return nil }
            bytes.append(contentsOf: buffer.readableBytesView)
        }
        // One that is cut short is no form: part of it would be done.
        if let announced = announced.flatMap({ Int($0) }), announced != bytes.count { return [] }
        return bytes
    }
}
