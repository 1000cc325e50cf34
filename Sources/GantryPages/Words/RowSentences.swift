/// Why a row of a sheet is refused, doubtful or not sent, for Danish pages: its cells, and the row among the others.
package enum RowSentences {
    package static let table = SentenceTable(
        cells + rows + FileSentences.sentences + SentSentences.sentences + LeaveSentences.sentences
            + CraneSentences.sentences + BookingSentences.sentences,
        phrases: phrases + FileSentences.phrases + LeaveSentences.phrases + CraneSentences.phrases + lists)

    private static let cells: SentenceTable.Pairs = [
        "* is empty; ~ is needed.": "Feltet * er tomt; der kræves ~.",
        "* is empty; a new worker needs one.": "Feltet * er tomt; det skal udfyldes for en ny medarbejder.",
        "* is empty; a new customer needs one.": "Feltet * er tomt; det skal udfyldes for en ny kunde.",
        "If it is merged with the cell above, set sheet: { fill-down: [^] } in the pipeline file.":
            "Er cellen flettet med cellen ovenover, så skriv sheet: { fill-down: [^] } i pipelinefilen.",
        "* is empty, but merged with the cell above (*); write the value into each row, or set sheet: { fill-down: [^] } in the pipeline file.":
            "Feltet * er tomt, men flettet med cellen ovenover (*); skriv værdien i hver række, eller skriv sheet: { fill-down: [^] } i pipelinefilen.",
        "* has * characters; the maximum is *.": "Feltet * har * tegn; der må højst være *.",
        "* has * characters; it must have * to *.": "Feltet * har * tegn; der skal være * til *.",
        "* is \"*\", a spreadsheet error; correct the cell and save the sheet again, or set allow: [cell-error] in the pipeline file.":
            "Feltet * indeholder \"*\", som er en fejl fra regnearket; ret cellen, og gem arket igen, eller skriv allow: [cell-error] i pipelinefilen.",
        "* is \"*\", which starts like a formula; save the sheet with values.":
            "Feltet * indeholder \"*\", som begynder som en formel; gem arket med værdier.",
        "If the text is right, put a space before it, or set allow: [formula] in the pipeline file.":
            "Er teksten rigtig, så sæt et mellemrum foran den, eller skriv allow: [formula] i pipelinefilen.",
        "* is \"*\", which a spreadsheet has shortened with an exponent; write the number in full.":
            "Feltet * indeholder \"*\", som regnearket har forkortet med en eksponent; skriv tallet helt ud.",
        "* is \"*\", which has thousands separators; write it without them, such as ^.":
            "Feltet * indeholder \"*\", som har tusindtalsskilletegn; skriv tallet uden, f.eks. ^.",
        "* is \"*\", which has a comma; write a decimal point, such as 7.5, or set sheet: { decimal: comma } in the pipeline file if a comma precedes decimals.":
            "Feltet * indeholder \"*\", som har et komma; skriv punktum foran decimalerne, f.eks. 7.5, eller skriv sheet: { decimal: comma } i pipelinefilen, hvis komma står foran decimalerne.",
        "* is \"*\", which starts with a zero; write ^ if that is the number.":
            "Feltet * indeholder \"*\", som begynder med et nul; skriv ^, hvis det er tallet.",
        "* is \"*\", which is too large; the maximum is 9223372036.":
            "Feltet * indeholder \"*\", som er for stort; det må højst være 9223372036.",
        "* is \"*\", which has more than 9 decimals; round it.":
            "Feltet * indeholder \"*\", som har mere end 9 decimaler; afrund det.",
        "* is \"*\", which has a ~; the pipeline file says sheet: { decimal: ^ }.":
            "Feltet * indeholder \"*\", som har et ~; i pipelinefilen står sheet: { decimal: ^ }.",
        "* is \"*\", which can be ^ or ^; write the one that is meant, or set sheet: { decimal: ^ } in the pipeline file if a ~ precedes decimals.":
            "Feltet * indeholder \"*\", som kan være ^ eller ^; skriv det, der menes, eller skriv sheet: { decimal: ^ } i pipelinefilen, hvis ~ står foran decimalerne.",
        "* is \"*\", which can be ~; write the year first, with four digits, or say the order: sheet: { dates: ^ } in the pipeline file.":
            "Feltet * indeholder \"*\", som kan være ~; skriv året først og med fire cifre, eller angiv rækkefølgen: sheet: { dates: ^ } i pipelinefilen.",
        "* is \"*\", which looks like a number shortened by a spreadsheet; format the column as text and enter it again.":
            "Feltet * indeholder \"*\", som ligner et nummer, regnearket har forkortet; formatér kolonnen som tekst, og skriv nummeret igen.",
        "* is \"*\"; a telephone number is expected: at least 6 digits, with only spaces and + ( ) - . / between them.":
            "Feltet * indeholder \"*\"; der forventes et telefonnummer: mindst 6 cifre med kun mellemrum og + ( ) - . / imellem.",
        "* is \"*\", which can't be a part of an address: / and .. lead elsewhere.":
            "Feltet * indeholder \"*\", som ikke kan være en del af en adresse: / og .. fører et andet sted hen.",
        "* is \"*\", and the account may not read the workers.":
            "Feltet * indeholder \"*\", og kontoen har ikke adgang til listen over medarbejdere.",
        "* is \"*\"; eight digits are expected.": "Feltet * indeholder \"*\"; der forventes otte cifre.",
        "* is \"*\"; numbers separated by spaces are expected.":
            "Feltet * indeholder \"*\"; der forventes numre adskilt af mellemrum.",
        "* is \"*\"; write it without @.": "Feltet * indeholder \"*\"; skriv det uden @.",
        "* is \"*\"; ~ is expected.": "Feltet * indeholder \"*\"; der forventes ~.",
        "* is *; a number from * to * is expected.": "Feltet * er *; der forventes et tal fra * til *.",
        "* is *, with * decimals; the server keeps *.": "Feltet * er *, med * decimaler; serveren gemmer *.",
        "* read it as ^: add sheet: { values: { ^: { ^: ^ } } } to the pipeline file.":
            "* læste det som ^: tilføj sheet: { values: { ^: { ^: ^ } } } i pipelinefilen.",
    ]

    private static let rows: SentenceTable.Pairs = [
        "Row * (lines * to *): found ~, expected ~.": "Række * (linje * til *): fundet ~, forventet ~.",
        "Row * (line *): found ~, expected ~.": "Række * (linje *): fundet ~, forventet ~.",
        "Row *: found ~, expected ~.": "Række *: fundet ~, forventet ~.",
        "Add the missing delimiters, or remove a line break from a cell without quotes.":
            "Tilføj de manglende skilletegn, eller fjern et linjeskift fra en celle uden anførselstegn.",
        "Empty the cells after ~, or put quotes around cells that contain a delimiter.":
            "Tøm cellerne efter ~, eller sæt anførselstegn om celler, der indeholder et skilletegn.",
        "Shorten the cell.": "Gør cellen kortere.",
        "Shorten the row's cells.": "Gør rækkens celler kortere.",
        "If it isn't that long, its closing quote is missing or in the wrong place.":
            "Er den ikke så lang, mangler dens afsluttende anførselstegn, eller det står forkert.",
        "Double each quote inside the cell, or add the missing closing quote.":
            "Skriv hvert anførselstegn i cellen dobbelt, eller tilføj det, der mangler til sidst.",
        "Correct the cell in the spreadsheet program, and save it.": "Ret cellen i regnearksprogrammet, og gem arket.",
        "Write the value into the cell, or correct row *.": "Skriv værdien i cellen, eller ret række *.",
        "Correct the cell, or set the sheet's `encoding` if all such rows are affected.":
            "Ret cellen, eller angiv arkets tegnsæt (encoding), hvis det gælder alle den slags rækker.",
        "Remove the character.": "Fjern tegnet.",
        "Row * of the sheet has the same content and effect.": "Række * i arket har samme indhold og virkning.",
        "Row * of the sheet names a file of the same content before.":
            "Række * i arket nævner allerede en fil med samme indhold.",
        "It is sent once; remove one of the rows.": "Den sendes én gang; fjern en af rækkerne.",
        "It is sent once; name it once.": "Den sendes én gang; nævn den én gang.",
        "Remove one of the rows.": "Fjern en af rækkerne.",
        "Correct or remove one of the rows.": "Ret eller fjern en af rækkerne.",
        "The first is row *.": "Den første er række *.",
        "* is empty, so the row would create a new ~.": "Feltet * er tomt, så rækken ville oprette en ny ~.",
        "The sheet has no column for *, so each row would create a new ~.":
            "Arket har ingen kolonne til *, så hver række ville oprette en ny ~.",
        "Enter the number of the one to change.": "Skriv nummeret på den, der skal ændres.",
        "To create new ~, set creates: true in the pipeline file.":
            "Skal der oprettes nye ~, så skriv creates: true i pipelinefilen.",
        "Columns that aren't read: ~.": "Kolonner, der ikke læses: ~.",
        "If it contains the number, name it in the pipeline file: sheet: { columns: { ^: ^ } }.":
            "Indeholder den nummeret, så nævn den i pipelinefilen: sheet: { columns: { ^: ^ } }.",
        "If one of them contains the number, name it in the pipeline file: sheet: { columns: { ^: ^ } }.":
            "Indeholder en af dem nummeret, så nævn den i pipelinefilen: sheet: { columns: { ^: ^ } }.",
        "The rows of this sheet are sent together, and some of them are refused.":
            "Arkets rækker sendes samlet, og nogle af dem er afvist.",
        "Correct those, then send the sheet again.": "Ret dem, og send arket igen.",
        "The rows of this sheet are sent together, and some of them were already sent and are still in effect.":
            "Arkets rækker sendes samlet, og nogle af dem er allerede sendt og gælder stadig.",
        "Undo those on the server and send the sheet again, or send the remaining rows as a separate sheet.":
            "Fortryd dem på serveren, og send arket igen, eller send resten af rækkerne som et ark for sig.",
        "Two rows have the same ~, and one would take the place of the other.":
            "To rækker har samme ~, og den ene ville træde i stedet for den anden.",
        "A row above has the same ~, by which the server is asked after a lost answer.":
            "En række ovenfor har samme ~, som serveren spørges efter, hvis et svar går tabt.",
        "Send this row in another sheet once that one is done.":
            "Send denne række i et andet ark, når den første er sendt.",
    ]

    static let phrases: SentenceTable.Pairs = [
        "a text": "en tekst",
        "an id": "et id",
        "a whole number from 1 to 9223372036854775807": "et helt tal over 0",
        "a whole number from 1 to 9007199254740991": "et helt tal over 0",
        "a whole number from * to *": "et helt tal fra * til *",
        "a number such as 7.5": "et tal som 7,5",
        "a day such as *": "en dato som *",
        "a time with its zone such as *": "et tidspunkt med tidszone som *",
        "a time of the day such as *": "et klokkeslæt som *",
        "yes or no": "ja eller nej",
        "the name of a file": "et filnavn",
        "an e-mail address": "en e-mailadresse",
        "point": "punktum",
        "comma": "komma",
        "customer": "kunde",
        "customers": "kunder",
        "worker": "medarbejder",
        "workers": "medarbejdere",
        "1 cell": "1 celle",
        "* cells": "* celler",
        "*, as in the header": "* som i overskriften",
        "more than * bytes in ~ from line * on": "mere end * byte i ~ fra linje *",
        "at most * bytes in a cell": "højst * byte i en celle",
        "more than * bytes": "mere end * byte",
        "at most * bytes in a row": "højst * byte i en række",
        "text after the closing quote of ~, which starts on line *":
            "tekst efter det afsluttende anførselstegn i ~, som begynder på linje *",
        "a delimiter or the end of the row after a closing quote":
            "et skilletegn eller rækkens slutning efter et afsluttende anførselstegn",
        "a value": "en værdi",
        "text": "tekst",
        "a character in *": "et tegn i *",
        "a NUL as character * of ~": "et nultegn som tegn * i ~",
        "* as character * of ~": "* som tegn * i ~",
        "a formula that was never calculated in column * (*)": "en formel, der aldrig er beregnet, i kolonne * (*)",
        "an empty cell in ~, below one in row * that can't be read":
            "en tom celle i ~, under en i række *, der ikke kan læses",
        "* in column * (*)": "* i kolonne * (*)",
        "* in column *": "* i kolonne *",
        "column * (*)": "kolonne * (*)",
        "column *": "kolonne *",
    ]

    /// What can be in any list.
    private static let lists: SentenceTable.Pairs = [
        "* and more": "* og flere",
        "* and others": "* og andre",
        "~, ~, ~ or ~": "~, ~, ~ eller ~",
        "~, ~ or ~": "~, ~ eller ~",
        "~ or ~": "~ eller ~",
        "* and *": "* og *",
    ]
}
