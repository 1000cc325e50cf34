/// Why bookings, photos and messages are refused or doubtful, for Danish pages.
enum BookingSentences {
    static let sentences: SentenceTable.Pairs = bookings + messages

    private static let bookings: SentenceTable.Pairs = [
        "start is *, which is in the past (now: *).": "Feltet start er *, som er passeret (nu: *).",
        "client_name has 1 character; at least 2 are needed.": "Feltet client_name har 1 tegn; der kræves mindst 2.",
        "A row above also books * at *, but the server accepts only one booking.":
            "En række ovenfor booker også * til *, men serveren tager kun imod én booking.",
        "The service \"*\" can't be booked at the moment.": "Ydelsen \"*\" kan ikke bookes for tiden.",
        "The server has no service \"*\".": "Serveren har ingen ydelse \"*\".",
        "Did you mean \"*\"?": "Mener du \"*\"?",
        "Did you mean *?": "Mener du *?",
        "Upper and lower case matter.": "Der er forskel på store og små bogstaver.",
        "Available: *.": "Serveren har: *.",
        "Several bookings have the number *: ~.": "Flere bookinger har nummeret *: ~.",
        "The booking * can't be read: ~": "Bookingen * kan ikke læses: ~",
        "Run the same command again when the server shows it.": "Prøv igen, når serveren viser den.",
        "The booking * is cancelled.": "Bookingen * er aflyst.",
        "The server has no booking *.": "Serveren har ingen booking *.",
        "The server didn't link the photos.": "Serveren knyttede ikke fotoene til bookingen.",
        "The server answered with the booking *, which has another time or service.":
            "Serveren svarede med bookingen *, som har et andet tidspunkt eller en anden ydelse.",
        "The server offers no search for bookings.": "Serveren kan ikke søge efter bookinger.",
        "The server has the booking * of the service at this time for the same telephone number and another name.":
            "Serveren har bookingen * af ydelsen på dette tidspunkt med samme telefonnummer og et andet navn.",
        "* photos were linked, but the booking has * new ones, and their addresses don't identify them.":
            "* fotos blev knyttet til, men bookingen har * nye, og deres adresser viser ikke, hvilke det er.",
        "The server doesn't list the booking's photos.": "Serveren viser ikke bookingens fotos.",
    ]

    private static let messages: SentenceTable.Pairs = [
        "The server's record of the account can't be read, so the outcome of a lost answer couldn't be looked up.":
            "Serverens oplysninger om kontoen kan ikke læses, så det kunne ikke slås op, om en besked kom frem, hvis svaret gik tabt.",
        "The server doesn't identify the account's user, so the outcome of a lost answer couldn't be looked up.":
            "Serveren oplyser ikke, hvilken bruger kontoen er, så det kunne ikke slås op, om en besked kom frem, hvis svaret gik tabt.",
        "* users are called *.": "* brugere hedder *.",
        "Their ids: ~.": "Deres id'er: ~.",
        "The user with the id * is called *, but the server also lists ~, which may have the same name.":
            "Brugeren med id'et * hedder *, men serveren har også ~, som kan have samme navn.",
        "No user the account can write to has the id, e-mail address or full name *.":
            "Ingen bruger, som kontoen kan skrive til, har id'et, e-mailadressen eller det fulde navn *.",
        "Ids of users whose name or address contains it: ~.":
            "Id'er på brugere, hvis navn eller adresse indeholder det: ~.",
        "The receiver of the message is unknown.": "Beskedens modtager er ukendt.",
        "The server rejected the message: *": "Serveren afviste beskeden: *",
        "The server answered with the message *, which has another sender or receiver.":
            "Serveren svarede med beskeden *, som har en anden afsender eller modtager.",
        "The server has no conversation with the user.": "Serveren har ingen samtale med brugeren.",
        "The conversation has the same text without a time.": "Samtalen har den samme tekst uden et tidspunkt.",
        "The conversation has another text of the account without a time, which may be this one.":
            "Samtalen har en anden tekst fra kontoen uden et tidspunkt, som kan være denne.",
        "The conversation has the same text from *, before this one was sent, unless a clock is wrong.":
            "Samtalen har den samme tekst fra *, før denne blev sendt, medmindre et ur går forkert.",
        "The conversation has the same text * times since it was sent.":
            "Samtalen har den samme tekst * gange, siden den blev sendt.",
    ]
}
