internal import GantryPages

/// What needs a person, and how everything stands.
enum HomePage {
    static func answer(_ asked: Asked) async throws -> DeskAnswer {
        DeskFrame(title: asked.t("Home", "Hjem"), content: DeskFrame.head(asked.t("Home", "Hjem"))).answer(asked)
    }
}
