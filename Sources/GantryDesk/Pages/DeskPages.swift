/// The page of each address.
enum DeskPages {
    /// What an address shows; nothing is changed.
    static func answer(_ address: DeskAddress, _ asked: Asked) async throws -> DeskAnswer {
        switch address {
        case .home: try await HomePage.answer(asked)
        case .jobs: try await JobsPage.answer(asked)
        case .payroll(let pipeline): try await PayrollPage.answer(pipeline, asked)
        case .run(let run): try await RunPages.first(run, asked)
        case .step(let run, let step): try await RunPages.answer(run, step: step, asked)
        case .file(let run, let name): try await FilesPage.download(run, named: name, asked)
        case .command(let id): try await CommandPage.answer(id, asked)
        case .statement(let run): try await SignPage.statement(run, asked)
        case .setup: try await SetupPage.answer(asked)
        case .send: try await SendPage.answer(asked)
        case .sending(let pipeline): try await SendingPage.answer(pipeline, asked)
        case .sheet(let pipeline, let id): try await SheetPage.answer(pipeline, id: id, asked)
        case .other(let run): try await OtherRunPage.answer(run, asked)
        case .otherReport(let run): try await RunPages.report(run, asked)
        case .otherFile(let run, let name): try await FilesPage.download(run, named: name, asked)
        case .upload(let id, let path): try await SheetPage.picture(id, path: path, asked)
        // Only forms are sent there; a page that came back from one is asked for anew where it belongs.
        case .decide(let run): .seeOther(.step(run, .review))
        case .start(let run): .seeOther(.run(run))
        case .language: .seeOther(.home)
        }
    }

    /// What a form does that was sent to an address.
    static func change(_ address: DeskAddress, form: FormFields, _ asked: Asked) async throws -> DeskAnswer {
        switch address {
        case .step(let run, .sign): try await SignPage.change(run, form: form, asked)
        case .decide(let run): try await DecidePage.change(run, form: form, asked)
        case .payroll(let pipeline): try await StartForm.change(pipeline, form: form, asked)
        case .start(let run): try await StartForm.change(run, form: form, asked)
        case .other(let run): try await OtherRunPage.change(run, form: form, asked)
        case .command(let id): try CommandPage.change(id, form: form, asked)
        case .jobs: try await JobsPage.change(form, asked)
        case .setup: try SetupPage.change(form, asked)
        case .sending(let pipeline): try await SendingPage.change(pipeline, form: form, asked)
        case .sheet(let pipeline, let id): try await SheetPage.change(pipeline, id: id, form: form, asked)
        case .home, .language, .run, .step, .send, .upload, .otherReport, .otherFile, .statement, .file:
            RefusalPage.notFound(asked)
        }
    }
}
