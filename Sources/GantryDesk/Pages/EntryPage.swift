internal import GantryModel
internal import GantryPages

/// What opens the desk in a browser.
enum EntryPage {
    /// - Parameter isFromElsewhere: whether a page of another site led here. A browser then doesn't send the cookie
    ///   with a redirect, but it does with a page that follows.
    static func answer(_ asked: Asked, isFromElsewhere: Bool) -> DeskAnswer {
        guard isFromElsewhere else { return .seeOther(.home) }
        let t = asked.t
        return .page(
            """
            <!DOCTYPE html>
            <html lang="\(t.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="refresh" content="0; url=/">
            <title>Gantry</title>
            </head>
            <body><p><a href="/">\(t("Go to the desk", "Gå til skrivebordet"))</a></p></body>
            </html>

            """)
    }
}
