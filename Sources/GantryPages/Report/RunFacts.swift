package import GantryEngine
package import GantryModel
package import GantryRuns

/// What the report of every kind of run begins and ends with.
package struct RunFacts: Sendable {
    package let run: RunID
    /// Where its records are from, or where its rows went.
    package let source: RunSource
    /// When the source was asked; `nil` where nobody noted it.
    package var snapshot: Instant?
    /// By whom and why it was withdrawn; `nil` where it wasn't.
    package var withdrawn: Withdrawal?
    /// The files of the bag.
    package var files: [ExportedFile] = []

    package init(_ run: RunID, _ source: RunSource) {
        self.run = run
        self.source = source
    }

    /// What a hurried person must not miss.
    /// - Parameter practice: that the server is on this machine.
    func bands(_ t: PageText, practice: String) -> HTML {
        var bands = HTML()
        if source.isThisMachine { bands += Blocks.band(.stop, headed: t("Sandbox.", "Øvelse."), practice) }
        if let withdrawn {
            bands += Blocks.band(
                .stop, headed: t("Withdrawn.", "Trukket tilbage."),
                t(
                    "\(withdrawn.by) withdrew this run: \(withdrawn.because)",
                    "\(withdrawn.by) har trukket kørslen tilbage: \(withdrawn.because)"))
        }
        return bands
    }

    /// The title, what it is about, and where the run stands.
    func head(_ title: String, about: String, state: HTML) -> HTML {
        """
        <header class="head">
        <div><h1>\(title)</h1><p>\(about)</p></div>
        <p>\(state) \(Blocks.state("r\(run.revision)", .plain))</p>
        </header>

        """
    }

    /// Where the records are from, as whom they were fetched, and when.
    func line(_ t: PageText, source name: String, _ more: [(name: String, value: HTML)] = []) -> HTML {
        var facts: [(name: String, value: HTML)] = [
            (name, "\(source.address)"), (t("Account", "Konto"), "\(source.account ?? t("not known", "kendes ikke"))"),
        ]
        if let snapshot { facts.append((t("As of", "Opgjort"), t.time(snapshot))) }
        facts.append((t("Run", "Kørsel"), "<code>\(run.description)</code>"))
        return Blocks.facts(facts + more)
    }

    /// The files with their digests, and how anybody checks them.
    func fileList(_ t: PageText) -> HTML {
        let heads: [Blocks.Column] = [
            .text(t("File", "Fil")), .number(t("Rows", "Rækker")), .number("Bytes"), .text("SHA-256"),
        ]
        let folder = "data/"
        let rows = each(files) { file in
            """
            <tr><th scope="row">\(file.path.hasPrefix(folder) ? String(file.path.dropFirst(folder.count)) : file.path)</th>\
            \(Blocks.number(file.rows.map { t.count($0) } ?? "–"))\(Blocks.number(t.count(Int(file.bytes))))\
            <td><code>\(file.sha256)</code></td></tr>

            """
        }
        return Blocks.card(
            "files", titled: t("Files", "Filer"),
            """
            \(Blocks.scrolled("files", Blocks.table(heads, rows)))\
            <p>\(t("Gantry verifies them on any machine as", "Gantry kontrollerer dem på enhver maskine som")) \
            <code>\(run.description)</code>.</p>
            """)
    }
}
