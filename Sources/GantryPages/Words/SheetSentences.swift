/// Why a sheet can't be read or checked at all, for Danish pages.
enum SheetSentences {
    static let sentences: SentenceTable.Pairs = files + texts + headings + columns + changes + advice

    /// What the file is.
    private static let files: SentenceTable.Pairs = [
        "Sheet \"*\": it is empty.": "Arket \"*\" er tomt.",
        "Sheet \"*\": all its rows are blank.": "Alle rækker i arket \"*\" er tomme.",
        "Sheet \"*\": it is |, not CSV.": "Arket \"*\" er | og ikke CSV.",
        "Sheet \"*\": it is a workbook with a password, or one of the format before 2007 (.xls).":
            "Arket \"*\" er en projektmappe med adgangskode eller i formatet fra før 2007 (.xls).",
        "Sheet \"*\": it is a ZIP archive, but no workbook that can be read.":
            "Arket \"*\" er en zip-fil, men ikke en projektmappe, der kan læses.",
        "Sheet \"*\": it has no sheet \"*\", only ~.": "Projektmappen \"*\" har intet ark \"*\", kun ~.",
        "Sheet \"*\": no visible sheet of it has rows.": "Intet synligt ark i projektmappen \"*\" har rækker.",
        "Sheet \"*\": * sheets of it can be meant: ~.": "I projektmappen \"*\" er der * ark, der kan være tale om: ~.",
        "\"*\" is a folder; the sheet must be a CSV file.": "\"*\" er en mappe; arket skal være en CSV-fil.",
        "\"*\" is a link, and sheets are not read through links.": "\"*\" er et link, og ark læses ikke gennem links.",
        "\"*\" is not a file.": "\"*\" er ikke en fil.",
        "There is no folder \"*\", where the sheet \"*\" should be.":
            "Der er ingen mappe \"*\", hvor arket \"*\" skulle være.",
        "* needs a sheet.": "* kræver et ark.",
        "* needs a period.": "* kræver en periode.",
    ]

    /// Its bytes.
    private static let texts: SentenceTable.Pairs = [
        "Sheet \"*\": its first line names an unsupported delimiter.":
            "Første linje i arket \"*\" angiver et skilletegn, der ikke kan bruges.",
        "Sheet \"*\": its first line names ~, but `delimiter` is set to ^.":
            "Første linje i arket \"*\" angiver ~, men skilletegnet (delimiter) er sat til ^.",
        "Sheet \"*\": it starts with the byte order mark of *, but `encoding` is set to ^.":
            "Arket \"*\" begynder med mærket for *, men tegnsættet (encoding) er sat til ^.",
        "Sheet \"*\": nothing in it says whether it is ~ or ~.":
            "Intet i arket \"*\" viser, om dets tegnsæt er ~ eller ~.",
        "Sheet \"*\": its encoding is unknown: it has no byte order mark, is not UTF-8, and makes no sense as Windows-1252.":
            "Tegnsættet i arket \"*\" er ukendt: det har intet mærke, er ikke UTF-8 og giver ingen mening som Windows-1252.",
        "Sheet \"*\": it is UTF-32, which is not supported.": "Arket \"*\" har tegnsættet UTF-32, som ikke kan læses.",
        "Sheet \"*\": the quote that opens | on line * is never closed.":
            "I arket \"*\" afsluttes anførselstegnet i | på linje * aldrig.",
        "Sheet \"*\": the quote that opens | on line * is closed only on line *, with text after it.":
            "I arket \"*\" afsluttes anførselstegnet i | på linje * først på linje *, med tekst efter sig.",
        "No row can be read.": "Ingen række kan læses.",
        "Only the | above it can be read.": "Kun | ovenfor kan læses.",
    ]

    private static let headings: SentenceTable.Pairs = [
        "Sheet \"*\": row *, which should have the headings, isn't there.":
            "I arket \"*\" findes række * ikke, som skulle have overskrifterne.",
        "Sheet \"*\": row *, which should have the headings, is empty.":
            "I arket \"*\" er række * tom, som skulle have overskrifterne.",
        "Sheet \"*\": its header on line * has * columns; the maximum is *.":
            "I arket \"*\" har linje * med overskrifter * kolonner; der må højst være *.",
        "Sheet \"*\": the header on line * can't be read: found |, expected |.":
            "I arket \"*\" kan linje * med overskrifter ikke læses: fundet |, forventet |.",
        "Sheet \"*\": columns * and * are both named \"*\" (line *).":
            "I arket \"*\" hedder kolonnerne * og * begge \"*\" (linje *).",
    ]

    /// Which column is what.
    private static let columns: SentenceTable.Pairs = [
        "Required columns are missing: ~.": "Der mangler kolonner: ~.",
        "Found: none.": "Fundet: ingen.",
        "Found: *.": "Fundet: *.",
        "The sheet has several columns for *: ~.": "Arket har flere kolonner til *: ~.",
        "The sheet's column \"*\" is not read.": "Arkets kolonne \"*\" læses ikke.",
        "Is it *?": "Er det *?",
        "The connection * leads to *, which takes no *.": "Forbindelsen * fører til *, som ikke tager imod *.",
        "* takes only the entries of a published export, and no other sheet.":
            "* tager kun imod registreringerne fra en færdig eksport og ikke andre ark.",
    ]

    private static let changes: SentenceTable.Pairs = [
        "Sheet \"*\": a change of row * names the column \"*\", which it doesn't have.":
            "I arket \"*\" nævner en rettelse af række * kolonnen \"*\", som det ikke har.",
        "Sheet \"*\": a change of row * is for \"*\" under \"*\", where it says \"*\".":
            "I arket \"*\" er en rettelse af række * for \"*\" under \"*\", hvor der står \"*\".",
        "Sheet \"*\": a change leaves out row * with \"*\", but its first cell is \"*\".":
            "I arket \"*\" udelader en rettelse række * med \"*\", men dens første celle er \"*\".",
        "Sheet \"*\": a change names row *, which has no cells that are read.":
            "I arket \"*\" er der en rettelse af række *, som ikke har celler, der læses.",
        "The copy of the sheet that * works from is damaged.": "Den kopi af arket, som * arbejder med, er beskadiget.",
        "Rows that were already sent are not sent again.": "Rækker, der allerede er sendt, sendes ikke igen.",
        "The outcome of ~ isn't unknown, so nothing was decided.":
            "Udfaldet af ~ er ikke ukendt, så intet blev afgjort.",
        "Name rows whose outcome is unknown.": "Vælg rækker, hvis udfald er ukendt.",
        "The outcome of ~ of * is unknown, and the sheet no longer has it as it was sent, so nothing was started over.":
            "Udfaldet af ~ i * er ukendt, og arket har den ikke længere, som den blev sendt, så intet blev begyndt forfra.",
        "The outcome of ~ of * is unknown, and the sheet no longer has them as they were sent, so nothing was started over.":
            "Udfaldet af ~ i * er ukendt, og arket har dem ikke længere, som de blev sendt, så intet blev begyndt forfra.",
        "Put the sheet and its mended cells back as they were: * is a copy of it.":
            "Læg arket og dets rettede celler tilbage, som de var: * er en kopi af det.",
        "Start over after that.": "Begynd forfra bagefter.",
        "Sheet \"*\": a change of row * is for that of \"*\", but its first cell is \"*\".":
            "I arket \"*\" er en rettelse af række * for den med \"*\", men dens første celle er \"*\".",
    ]

    private static let advice: SentenceTable.Pairs = [
        "Save the sheet again with the column names in its first row.":
            "Gem arket igen med kolonnernes navne i første række.",
        "Save it with the column names in the first row.": "Gem det med kolonnernes navne i første række.",
        "Give the number that the spreadsheet program shows beside the row with the headings.":
            "Angiv det nummer, som regnearksprogrammet viser ud for rækken med overskrifter.",
        "Remove columns you don't need, and check that the delimiter really is ~.":
            "Fjern kolonner, der ikke bruges, og se efter, om skilletegnet virkelig er ~.",
        "Save it with commas, semicolons, tabs, vertical bars between cells.":
            "Gem det med kommaer, semikoloner, tabulatorer eller lodrette streger mellem cellerne.",
        "Remove the setting `delimiter`, or set it to ^.": "Fjern indstillingen delimiter, eller sæt den til ^.",
        "Remove the setting `encoding`, or set it to ^.": "Fjern indstillingen encoding, eller sæt den til ^.",
        "Open it in the program that it comes from, and save it as \"CSV UTF-8\".":
            "Åbn det i det program, det kommer fra, og gem det som \"CSV UTF-8\".",
        "Save it as \"CSV UTF-8\".": "Gem det som \"CSV UTF-8\".",
        "Save it as \"CSV UTF-8\", or set `encoding` to one of ^.":
            "Gem det som \"CSV UTF-8\", eller sæt tegnsættet (encoding) til et af disse: ^.",
        "Open it in a spreadsheet program and save the sheet as CSV (UTF-8).":
            "Åbn det i et regnearksprogram, og gem arket som CSV (UTF-8).",
        "Open it, and save it as .xlsx without a password.": "Åbn det, og gem det som .xlsx uden adgangskode.",
        "Save it as an Excel workbook (.xlsx) or as CSV.": "Gem det som en Excel-projektmappe (.xlsx) eller som CSV.",
        "Give the name of one of them, as the workbook spells it.":
            "Angiv navnet på et af dem, som projektmappen staver det.",
        "Add ^, or the name of another.": "Tilføj ^ eller navnet på et andet.",
        "Rename one of them, or remove it.": "Omdøb den ene, eller fjern den.",
        "Take the headings from the sheet as it is now.": "Brug overskrifterne fra arket, som det er nu.",
        "Take the numbers of rows from the sheet as it is now.": "Brug rækkernes numre fra arket, som det er nu.",
        "Remove or close the quote on line *, and double each quote inside the cell.":
            "Fjern eller afslut anførselstegnet på linje *, og skriv hvert anførselstegn i cellen dobbelt.",
        "Rename the column in the sheet, or give its heading in the pipeline file under sheet: columns:.":
            "Omdøb kolonnen i arket, eller skriv dens overskrift i pipelinefilen under sheet: columns:.",
        "^ lists the columns of every kind.": "^ viser kolonnerne for hver slags ark.",
        "Rename the column in the sheet, or give its heading in the pipeline file: ^":
            "Omdøb kolonnen i arket, eller skriv dens overskrift i pipelinefilen: ^",
        "Remove all but one, or give the heading of the right one in the pipeline file: ^.":
            "Fjern alle på nær én, eller skriv den rigtiges overskrift i pipelinefilen: ^.",
        "Rename it to ^ in the sheet, or give its heading in the pipeline file: ^.":
            "Omdøb den til ^ i arket, eller skriv dens overskrift i pipelinefilen: ^.",
        "If it is something else, it is ignored with sheet: { ignore: [^] }.":
            "Er den noget andet, springes den over med sheet: { ignore: [^] }.",
        "Name a connection to the right system in the pipeline file: connection: …":
            "Skriv en forbindelse til det rigtige system i pipelinefilen: connection: …",
    ]

    static let phrases: SentenceTable.Pairs = [
        "a ZIP archive, like workbooks (.xlsx, .ods)": "en zip-fil, som projektmapper er det (.xlsx, .ods)",
        "an old Excel workbook (.xls)": "en gammel Excel-projektmappe (.xls)",
        "commas": "kommaer",
        "semicolons": "semikoloner",
        "tabs": "tabulatorer",
        "vertical bars": "lodrette streger",
        "1 character": "1 tegn",
        "* characters": "* tegn",
        "1 row": "1 række",
        "* rows": "* rækker",
        "row *": "række *",
        "row * and row *": "række * og række *",
    ]
}
