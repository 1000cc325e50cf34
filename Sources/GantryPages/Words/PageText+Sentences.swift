internal import GantryModel

/// Sentences that files and programs have in English only; one that its table lacks is shown as it is.
extension PageText {
    /// What a row is that isn't sent since it is none of the records, as totals and programs call it.
    package func skipped(_ kind: String) -> String {
        switch kind {
        case "left-out": self("left out", "udeladt")
        case "sum": self("a sum", "en sum")
        case "headings": self("the headings again", "overskrifterne igen")
        default: self("a remark", "en bemærkning")
        }
    }

    /// What a finding says was found or expected, as its file has it.
    package func finding(_ sentence: String) -> String {
        withFieldNames(language == .danish ? FindingSentences.table.danish(sentence) ?? sentence : sentence)
    }

    /// What a kind, a field or a credential is, in the words of its system.
    package func help(_ sentence: String) -> String {
        language == .danish ? HelpSentences.table.danish(sentence) ?? sentence : sentence
    }

    /// What a credential is called, which gantry.yaml names: `pair-token` → `Pairing token`.
    package func credential(_ name: String) -> String {
        switch name {
        case "email": self("E-mail address", "E-mailadresse")
        case "password": self("Password", "Adgangskode")
        case "user": self("User name", "Brugernavn")
        case "name": self("Name", "Navn")
        case "pair-token": self("Pairing token", "Parringskode")
        case "token": self("Token", "Token")
        case "api-key": self("Key", "Nøgle")
        case "client-id": self("Name of the program", "Programmets navn")
        case "client-secret": self("Secret of the program", "Programmets hemmelighed")
        default: name
        }
    }

    /// Why a row is refused, doubtful or not sent, as a file or the ledger has it: one or several sentences.
    package func problem(_ sentences: String) -> String {
        let told = DroppedNames.shown(sentences)
        return language == .danish ? RowSentences.table.danishSentences(told) : told
    }

    /// What a check found, or how a command ended: the words of its events, with or without full stops.
    package func said(_ words: String) -> String {
        let told = DroppedNames.shown(words)
        return language == .danish ? CheckSentences.table.danishSentences(told) : told
    }
}
