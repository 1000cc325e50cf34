/// What is wrong with a file that a row names, for Danish pages.
enum FileSentences {
    static let sentences: SentenceTable.Pairs = [
        ("There is no file \"*\" in \"*\".", "Der er ingen fil \"*\" i \"*\"."),
        ("There is no file \"*\" in \"*\", but there is ~.", "Der er ingen fil \"*\" i \"*\", men der er ~."),
        ("There is no file \"*\" in \"*\", but there are ~.", "Der er ingen fil \"*\" i \"*\", men der er ~."),
        // Where the files of a sheet were dropped in the desk.
        (
            "There is no file \"*\" among the dropped files.",
            "Der er ingen fil \"*\" mellem de filer, der er lagt her."
        ),
        (
            "There is no file \"*\" among the dropped files, but there is ~.",
            "Der er ingen fil \"*\" mellem de filer, der er lagt her, men der er ~."
        ),
        (
            "There is no file \"*\" among the dropped files, but there are ~.",
            "Der er ingen fil \"*\" mellem de filer, der er lagt her, men der er ~."
        ),
        ("\"*\" is not a file among the dropped files.", "\"*\" er ikke en fil mellem dem, der er lagt her."),
        (
            "None of the sheet's * files is among the dropped files.",
            "Ingen af arkets * filer er mellem dem, der er lagt her."
        ),
        ("None of the sheet's * files is in \"*\".", "Ingen af arkets * filer er i \"*\"."),
        (
            "None of the sheet's * files is in \"*\"; \"*\" has them.",
            "Ingen af arkets * filer er i \"*\"; de er i \"*\"."
        ),
        (
            "None of the sheet's * files is in \"*\"; \"*\" has * of them.",
            "Ingen af arkets * filer er i \"*\"; i \"*\" er der * af dem."
        ),
        (
            "Name the folder that contains the files, such as ^, or set it in the pipeline file, relative to the sheet's folder: files: { folder: … }",
            "Angiv mappen med filerne, f.eks. ^, eller skriv den i pipelinefilen, set fra arkets mappe: files: { folder: … }"
        ),
        ("Name that folder: ^", "Angiv den mappe: ^"),
        ("Write which of them is meant.", "Skriv, hvilken af dem der menes."),
        ("Closest match: \"*\".", "Den ligner mest \"*\"."),
        ("There is no folder \"*\".", "Der er ingen mappe \"*\"."),
        ("Check the folder of the files.", "Se efter, om mappen med filerne er den rigtige."),
        (
            "\"*\" is a link or is reached through one; only files inside the folder are sent.",
            "\"*\" er et link eller nås gennem et; kun filer i mappen sendes."
        ),
        (
            "\"*\" is too long for a file name: it has * bytes, and the maximum is 255.",
            "\"*\" er for langt til et filnavn: det har * byte og må højst have 255."
        ),
        (
            "\"*\" can't be the name of a file inside the folder.",
            "\"*\" kan ikke være navnet på en fil i mappen."
        ),
        ("\"*\" is not a file in \"*\".", "\"*\" er ikke en fil i \"*\"."),
        ("Give the path of a file, with its folders.", "Skriv hele stien til filen med dens mapper."),
        (
            "The cell names * files, and at most * are read from one.",
            "Cellen nævner * filer, og der læses højst * fra én celle."
        ),
        ("Put the others into rows of their own.", "Skriv de andre i deres egne rækker."),
        ("\"*\": found ~; expected ~.", "\"*\": fundet ~; der forventes ~."),
        ("Copy or export the file again.", "Kopiér eller eksportér filen igen."),
        ("Reduce its size, then run the same command again.", "Gør filen mindre, og prøv igen."),
        (
            "Export it as ~; renaming it doesn't change its type.",
            "Eksportér den som ~; et nyt navn ændrer ikke filtypen."
        ),
        ("Check that it is the right file, then rename it.", "Se efter, om det er den rigtige fil, og omdøb den."),
        (
            "Check that it is the right file, or correct its stated type.",
            "Se efter, om det er den rigtige fil, eller ret den angivne filtype."
        ),
        (
            "Open it in a viewer; copy it from its source or export it again.",
            "Åbn den i et program, der viser den; kopiér den igen fra kilden, eller eksportér den igen."
        ),
        ("Open the photo and export it as JPEG.", "Åbn fotoet, og eksportér det som JPEG."),
        ("* changed after it was checked.", "* er ændret, efter at den blev kontrolleret."),
        ("Start the run over to check it again.", "Kontrollér alle rækker igen."),
        (
            "* is now converted to another image than when it was checked, as by a newer library.",
            "* konverteres nu til et andet billede end ved kontrollen, f.eks. fordi programmet er opdateret."
        ),
        (
            "If the server doesn't have it, start the run over.",
            "Har serveren det ikke, så kontrollér alle rækker igen."
        ),
    ]

    static let phrases: SentenceTable.Pairs = [
        ("an empty file", "en tom fil"),
        ("at least one byte", "mindst én byte"),
        ("at most * bytes", "højst * byte"),
        ("* bytes", "* byte"),
        ("~ with a name that ends in *", "~ med et navn, der ender på *"),
        ("~ with a name without an extension", "~ med et navn uden filendelse"),
        ("a name that ends in ~", "et navn, der ender på ~"),
        ("~, as stated", "~ som angivet"),
        ("a PDF document", "et PDF-dokument"),
        ("a JPEG image", "et JPEG-billede"),
        ("a PNG image", "et PNG-billede"),
        ("a WebP image", "et WebP-billede"),
        ("a HEIC image", "et HEIC-billede"),
        ("a GIF image", "et GIF-billede"),
        ("a TIFF image", "et TIFF-billede"),
        ("a BMP image", "et BMP-billede"),
        ("an SVG drawing", "en SVG-tegning"),
        ("a web page (HTML)", "en webside (HTML)"),
        ("an XML document", "et XML-dokument"),
        ("a Word document", "et Word-dokument"),
        ("an Excel workbook", "en Excel-projektmappe"),
        ("a PowerPoint presentation", "en PowerPoint-præsentation"),
        ("an Office document", "et Office-dokument"),
        ("an old Office document (Word, Excel or Outlook)", "et gammelt Office-dokument (Word, Excel eller Outlook)"),
        ("an OpenDocument spreadsheet", "et OpenDocument-regneark"),
        ("an OpenDocument text", "en OpenDocument-tekst"),
        ("an RTF document", "et RTF-dokument"),
        ("a Photoshop document", "et Photoshop-dokument"),
        ("a PostScript document", "et PostScript-dokument"),
        ("an AVIF image", "et AVIF-billede"),
        ("an MP4 video", "en MP4-video"),
        ("a QuickTime video", "en QuickTime-video"),
        ("a video (Matroska or WebM)", "en video (Matroska eller WebM)"),
        ("an audio or video file (RIFF)", "en lyd- eller videofil (RIFF)"),
        ("a program", "et program"),
        ("a ZIP archive", "en zip-fil"),
        ("a 7z archive", "en 7z-fil"),
        ("a RAR archive", "en RAR-fil"),
        ("a gzip archive", "en gzip-fil"),
        ("a file of zeros", "en fil, der kun består af nuller"),
        ("plain text", "ren tekst"),
        ("a file of unknown type", "en fil af ukendt type"),
        ("a file that ends in the middle of ~", "en afkortet fil, der slutter midt i ~"),
        ("the image: it has * of * bytes", "billedet: den har * af * byte"),
        ("the picture: it has * of at least * bytes", "billedet: den har * af mindst * byte"),
        ("the image", "billedet"),
        ("the picture", "billedet"),
        ("the file", "filen"),
        ("its chunk at byte *", "blokken ved byte *"),
        ("the complete file", "hele filen"),
        ("a PDF document without an end mark", "et PDF-dokument, der er afkortet"),
        (
            "a PDF document without a cross-reference table at its end",
            "et PDF-dokument uden indholdstabel til sidst"
        ),
        (
            "a PDF document whose cross-reference table is outside the file",
            "et PDF-dokument, hvis indholdstabel ligger uden for filen"
        ),
        ("%%EOF within the last * bytes", "et slutmærke (%%EOF) i de sidste * byte"),
        ("startxref before %%EOF", "startxref før %%EOF"),
        ("a position within its * bytes", "en plads inden for filens * byte"),
        ("a * image without image data", "et *-billede uden billeddata"),
        ("a * image with two frames", "et *-billede med to rammer"),
        ("a WebP image without its size", "et WebP-billede uden størrelse"),
        ("a PNG image with converted line ends", "et PNG-billede, hvis bytes er ændret undervejs"),
        ("a PNG image that starts with the chunk *", "et PNG-billede, der begynder med blokken *"),
        ("a wrong checksum (CRC) in the chunk * at byte *", "en forkert kontrolsum (CRC) i blokken * ved byte *"),
        ("something other than a PNG chunk at byte *", "noget andet end en PNG-blok ved byte *"),
        ("the unknown marker * at byte *", "det ukendte mærke * ved byte *"),
        ("an image of * pixels", "et billede på * pixel"),
        ("an image without pixels", "et billede uden pixel"),
        ("a scan before the frame", "billeddata før rammen"),
        ("a scan without data", "et billede uden data"),
        ("at least one scan", "mindst ét sæt billeddata"),
        ("at least one IDAT chunk", "mindst én IDAT-blok"),
        ("a VP8 or VP8L chunk", "en VP8- eller VP8L-blok"),
        ("a complete header", "et fuldstændigt hoved"),
        ("a chunk's length and name", "en bloks længde og navn"),
        ("a segment of a JPEG image", "et afsnit af et JPEG-billede"),
        ("coded image data", "billeddata"),
        ("its original bytes", "dets oprindelige bytes"),
        ("the checksum of its bytes", "kontrolsummen af dens bytes"),
        ("the frame first", "rammen først"),
        ("one", "én"),
        ("at least *", "mindst *"),
        ("private data in thousands of places", "private oplysninger på tusindvis af steder"),
        ("private data in a few places", "private oplysninger på få steder"),
        (
            "a photo that the converter gives no JPEG image for",
            "et foto, der ikke kunne konverteres til JPEG"
        ),
        ("a photo whose converter *", "et foto, der ikke kunne konverteres (*)"),
        ("a usual photo", "et almindeligt foto"),
        (
            "a photo that needs at most a minute and 2 GB of memory",
            "et foto, der kræver højst et minut og 2 GB hukommelse"
        ),
    ]
}
