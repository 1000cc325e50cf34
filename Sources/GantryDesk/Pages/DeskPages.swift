/// The page of each address.
enum DeskPages {
    /// What an address shows; nothing is changed.
    static func answer(_ address: DeskAddress, _ asked: Asked) async throws -> DeskAnswer {
        switch address {
        case .home: return try await HomePage.answer(asked)
        default: return RefusalPage.notFound(asked)
        }
    }

    /// What a form does that was sent to an address.
    static func change(_ address: DeskAddress, _ form: FormFields, _ asked: Asked) async throws -> DeskAnswer {
        RefusalPage.notFound(asked)
    }
}
