/// What offices call the columns of their sheets, in Danish and English, besides the names of the fields. Capitals,
/// blanks and dots don't count.
enum HeadingWords {
    private static let worker = [
        "worker", "worker id", "worker no", "worker number", "employee", "employee id", "employee no",
        "employee number", "medarbejder", "medarbejder id", "medarbejdernr", "medarbejdernummer",
    ]
    private static let task = ["task", "task id", "task no", "task number", "opgave", "opgave id", "opgavenr"]
    private static let remarks = [
        "note", "notes", "noter", "remark", "remarks", "comment", "comments", "bemærkning", "bemærkninger", "kommentar",
    ]
    private static let mail = ["email", "e-mail", "mail", "email address", "e-mailadresse", "mailadresse"]

    /// By the name of a field.
    static let ofField: [String: [String]] = [
        "address": ["adresse"],
        "appointment": ["appointment id", "booking", "booking id", "booking no", "bookingnr", "aftale"],
        "car_make": ["make", "bilmærke", "mærke", "bil", "car"],
        "car_plate": [
            "plate", "number plate", "license plate", "licence plate", "nummerplade", "reg nr", "registreringsnummer",
        ],
        "category": ["kategori"],
        "certificate": ["medical certificate", "attest", "lægeattest", "lægeerklæring"],
        "client_name": ["client", "customer", "customer name", "name", "kunde", "kundenavn", "navn"],
        "contact_email": mail + ["contact mail", "kontaktmail", "kontakt e-mail"],
        "content": ["message", "text", "besked", "tekst"],
        "customer_id": ["customer no", "customer number", "kundenr", "kundenummer", "kunde id"],
        "cvr": ["cvr no", "cvr nr", "cvr-nummer", "company number"],
        "description": ["text", "beskrivelse", "tekst"],
        "email": mail,
        "employee_id": worker,
        "employeeId": worker,
        "employment_type": ["employment", "ansættelse", "ansættelsestype", "ansættelsesform"],
        "end": ["end date", "to", "until", "last day", "til", "til dato", "slut", "slutdato", "sidste dag"],
        "end_time": ["end", "to", "til", "slut", "sluttid", "gået"],
        "file": [
            "file name", "filename", "document", "attachment", "photo", "picture", "fil", "filnavn", "dokument",
            "bilag",
            "vedhæftet fil", "foto", "billede",
        ],
        "fitness_certificate": ["raskmelding"],
        "hire_date": ["hired", "ansat", "ansættelsesdato"],
        "hourly_rate": ["rate", "hourly pay", "timeløn", "timesats", "sats"],
        "is_draft": ["draft", "kladde"],
        "kind": ["type", "art", "slags"],
        "km": ["kilometres", "kilometers", "kilometer"],
        "leave": ["leave id", "leave request", "ansøgning", "ansøgnings-id", "ansøgningsnr", "fravær", "orlov"],
        "name": ["full name", "navn", "fulde navn"],
        "notes": remarks,
        "pause_minutes": ["pause", "break", "break minutes", "pauseminutter", "pause min"],
        "phone": [
            "phone number", "telephone", "mobile", "telefon", "telefonnummer", "telefonnr", "tlf", "tlf nr", "mobil",
            "mobilnr",
        ],
        "reason": ["årsag", "begrundelse", "grund"],
        "replace": ["overwrite", "erstat", "overskriv"],
        "service": ["ydelse", "behandling"],
        "start": [
            "start date", "start time", "from", "first day", "fra", "fra dato", "startdato", "starttid", "første dag",
        ],
        "start_time": ["start", "from", "fra", "starttid", "mødt"],
        "taskId": task,
        "task_id": task,
        "to": ["receiver", "recipient", "til", "modtager"],
        "type": ["kind", "art", "slags"],
        "weekNumber": ["week", "week no", "uge", "ugenr", "ugenummer"],
        "work_date": ["date", "day", "dato", "dag"],
        "worker": worker,
        "working_days": ["days", "arbejdsdage", "antal dage", "dage"],
        "year": ["år"],
    ]
}

extension SheetField {
    /// What a column can be called that holds the field: its name first.
    public var headings: [String] { [name] + (HeadingWords.ofField[name] ?? []) }
}
