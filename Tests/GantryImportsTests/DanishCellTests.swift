import GantryConnectors
import GantryEngine
import GantryFormats
import GantryImports
import GantryModel
import GantryPages
import GantryRuns
import Testing

/// What Danish pages say of cells that can't be read.
@Suite("A cell that is refused") struct DanishCellTests {
    private typealias Hours = KSRCranes.WorkEntryRow

    /// A heading, a cell under it, and what a Danish page says.
    private static let cells: [(heading: String, cell: String, code: String, danish: String)] = [
        (
            "description", "#N/A", "cell-error",
            "Feltet description indeholder \"#N/A\", som er en fejl fra regnearket; ret cellen, og gem arket igen, eller skriv allow: [cell-error] i pipelinefilen."
        ),
        (
            "description", "=A1", "formula",
            "Feltet description indeholder \"=A1\", som begynder som en formel; gem arket med værdier. Er teksten rigtig, så sæt et mellemrum foran den, eller skriv allow: [formula] i pipelinefilen."
        ),
        (
            "description", "(unclear)", "unclear-name",
            "Filens navn kunne læses på mere end én måde, så det er åbent, hvad description skal være. Skriv det i stedet for \"(unclear)\", eller omdøb filen, og send mappen med filerne igen."
        ),
        ("task_id", "fem", "unusable-value", "Feltet task_id indeholder \"fem\"; der forventes et helt tal over 0."),
        (
            "pause_minutes", "2000", "unusable-value",
            "Feltet pause_minutes indeholder \"2000\"; der forventes et helt tal fra 0 til 1440."
        ),
        (
            "task_id", "4.57E+10", "unusable-value",
            "Feltet task_id indeholder \"4.57E+10\", som regnearket har forkortet med en eksponent; skriv tallet helt ud."
        ),
        (
            "km", "7,5", "unusable-value",
            "Feltet km indeholder \"7,5\", som har et komma; skriv punktum foran decimalerne, f.eks. 7.5, eller skriv sheet: { decimal: comma } i pipelinefilen, hvis komma står foran decimalerne."
        ),
        ("km", "syv", "unusable-value", "Feltet km indeholder \"syv\"; der forventes et tal som 7,5."),
        (
            "start_time", "kl. 7", "unusable-value",
            "Feltet start_time indeholder \"kl. 7\"; der forventes et klokkeslæt som 07:30."
        ),
        ("is_draft", "måske", "unusable-value", "Feltet is_draft indeholder \"måske\"; der forventes ja eller nej."),
        ("work_date", "", "missing", "Feltet work_date er tomt; der kræves en dato som 2026-10-05."),
    ]

    @Test("is explained in Danish on a Danish page, as it was typed", arguments: cells.indices) func cell(
        index: Int
    ) throws {
        let (heading, cell, code, danish) = Self.cells[index]
        let names = Hours.submission.fields.map(\.name)
        let row = names.map { name in
            name == heading
                ? cell
                : ["task_id": "5", "work_date": "2026-10-05", "start_time": "7:00", "end_time": "15:00"][name] ?? ""
        }
        let binding = try SheetBinding(
            Hours.submission, header: names, numbers: SheetNumbers(.comma), work: Pipeline.Import(kind: "ksr.x"))
        let problem = try #require(binding.read(row).problems.first)
        #expect(problem.code == code)
        // A cell that may be merged is told about in another sentence.
        #expect(PageText(.danish, zone: .utc).problem(problem.sentence).hasPrefix(danish))
        #expect(PageText(.english, zone: .utc).problem(problem.sentence) == problem.sentence)
    }
}
