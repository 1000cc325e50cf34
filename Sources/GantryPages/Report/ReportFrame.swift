internal import GantryModel

/// A report: one file that needs nothing else, without script, which reaches for nothing outside itself.
struct ReportFrame {
    /// What the window is called.
    let title: String
    /// Warnings above everything, also on paper.
    let bands: HTML
    let content: HTML
    /// Who made it of what, below everything.
    let foot: String

    /// The bytes of the file, in UTF-8.
    func bytes(_ t: PageText) -> [UInt8] {
        let style = HTML(ofProgram: PageStyle.bytes)
        let page: HTML = """
            <!DOCTYPE html>
            <html lang="\(t.language.rawValue)">
            <head>
            <meta charset="utf-8">
            <meta http-equiv="Content-Security-Policy" content="\(HTML(ofProgram: Array(PageStyle.policy.utf8)))">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="referrer" content="no-referrer">
            <meta name="generator" content="Gantry \(programVersion)">
            <title>\(title)</title>
            <style>\(style)</style>
            </head>
            <body>
            \(ShareBar.patterns)<a class="skip" href="#main">\(t("Skip to content", "Gå til indhold"))</a>
            \(bands)<main id="main">
            \(content)<p class="foot">\(foot)</p>
            </main>
            </body>
            </html>

            """
        return Array(page.text.utf8)
    }

    /// Who made the page, and of what.
    static func foot(_ t: PageText) -> String {
        t(
            "Made by Gantry \(programVersion) from the published files of the run; no figure was computed for this page.",
            "Lavet af Gantry \(programVersion) ud fra kørslens færdige filer; intet tal er beregnet til denne side.")
    }
}
