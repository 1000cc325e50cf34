package import GantryEngine
package import GantryFiles
internal import GantryFormats
internal import GantryModel

/// A sheet's path as a person gives it.
public enum SheetPath {
    /// Why a sheet can't be opened, and which path to give instead. The advice never asks a person to remove a file.
    package static func explained(_ error: FileError, sheet path: String) -> any Error {
        if let names = try? Folders.names(under: path) {
            let folder = path.hasSuffix("/") ? path : path + "/"
            let example = folder + singleLine(names.first(where: isSheet) ?? "october.csv", limit: 255)
            return RunError(
                .unusableRun, "\(FileFinder.whole(path)) is a folder; the sheet must be a CSV file.",
                advice:
                    "Name the CSV file, such as \(.sheet(path: example)), and the folder of its files: \(.files(folder: path))"
            )
        }
        switch error.code {
        case .missing: return missing(path)
        case .symbolicLink:
            return RunError(
                .unusableRun, "\(FileFinder.whole(path)) is a link, and sheets are not read through links.",
                advice: "Give the path of the file that it points to.")
        case .wrongKind:
            return RunError(
                .unusableRun, "\(FileFinder.whole(path)) is not a file.",
                advice: "Give the path of the CSV file, such as \(.sheet(path: "october.csv")).")
        default: return error
        }
    }

    private static func missing(_ path: String) -> RunError {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        let name = slash.map { String(path[path.index(after: $0)...]) } ?? path
        let place = FileFinder.whole(Folders.fullPath(folder))
        guard let names = try? Folders.names(under: folder) else {
            return RunError(
                .unusableRun, "There is no folder \(place), where the sheet \(FileFinder.whole(name)) should be.",
                advice: "Give the sheet's path, such as \(.sheet(path: "october.csv")). Separate folders with /.")
        }
        let sheets = names.filter(isSheet)
        let near = nearestWord(to: name, among: sheets).map { "Did you mean \(FileFinder.whole($0))? " } ?? ""
        let known =
            sheets.isEmpty
            ? "The folder has no CSV files." : "CSV files in the folder: \(shown(sheets).joined(separator: ", "))."
        return RunError(
            .unusableRun, "There is no file \(FileFinder.whole(name)) in \(place).",
            advice: "\(near)\(known) Give the sheet's path, such as \(.sheet(path: "october.csv")).")
    }

    private static func shown(_ names: [String]) -> [String] {
        let first = names.prefix(8).map(FileFinder.whole)
        return names.count > first.count ? first + ["\(names.count - first.count) more"] : first
    }

    private static func isSheet(_ name: String) -> Bool { !name.hasPrefix(".") && stem(name) != name }

    /// A sheet's name without the ending that says what kind of file it is.
    package static func stem(_ name: String) -> String {
        let lower = name.lowercased()
        let ending = Spreadsheet.endings.first { lower.hasSuffix($0) } ?? ""
        return String(name.dropLast(ending.count))
    }

    // MARK: Names of batches

    /// What names the batch of a sheet or of a folder of files among those of its pipeline: letters, digits, `-`, `.`,
    /// `_`.
    ///
    /// Refused rows that are sent from where they were published are named after their run: `refused.csv` alone would
    /// be the same batch every month.
    ///
    /// - Parameter folder: what a relative path begins at.
    public static func batch(of path: String, in folder: String) -> String {
        let whole = path.hasPrefix("/") ? path : "\(folder)/\(path)"
        var steps = whole.split(separator: "/").filter { $0 != "." }.map(String.init)
        let last = steps.popLast() ?? path
        let stem = SheetPath.stem(last)
        guard ResultSheet.names.contains(last) else { return batch(stem) }
        if steps.last == "data" { steps.removeLast() }
        guard let revision = steps.popLast(), let batch = steps.popLast(), let id = RunID("x/\(batch)/\(revision)")
        else { return self.batch(stem) }
        return self.batch("\(id.period).\(stem)-r\(id.revision)")
    }

    /// The run whose published rows a batch sends again, by the name that `batch(of:in:)` gives it, and whether those
    /// are its refused ones alone; `nil` for a sheet of its own.
    package static func origin(of run: RunID) -> (run: RunID, isOfRefused: Bool)? {
        for (name, isOfRefused) in [(ResultSheet.refusedName, true), (ResultSheet.name, false)] {
            let parts = run.period.split(separator: ".\(stem(name))-", omittingEmptySubsequences: false)
            guard parts.count > 1, let revision = parts.last else { continue }
            let sheet = run.period.dropLast(revision.count + stem(name).count + 2)
            if let origin = RunID("\(run.pipeline)/\(sheet)/\(revision)") { return (origin, isOfRefused) }
        }
        return nil
    }

    /// A file's name as part of a run's name.
    private static func batch(_ text: String) -> String {
        var out = ""
        var isLossy = false
        for character in text {
            switch character {
            case "a"..."z" where character.isASCII, "A"..."Z" where character.isASCII,
                "0"..."9" where character.isASCII, "-", "_":
                out.append(character)
            case "." where !out.isEmpty: out += "."
            default:
                if let letters = spelled(character) {
                    out += letters
                    continue
                }
                if character != " " { isLossy = true }
                if !out.isEmpty, !out.hasSuffix("-") { out += "-" }
            }
        }
        while let last = out.last, last == "-" || last == "." { out.removeLast() }
        if out.isEmpty { out = "batch" }
        guard isLossy || out.count > 80 else { return out }
        // What is left of two names can be the same, and two batches are not one.
        let bytes = Array(text.utf8)
        return "\(out.prefix(73))-\(ContentHasher.digest(of: bytes.span).description.prefix(6))"
    }

    /// A letter that ASCII lacks, as it is usually replaced; in either form of Unicode, since Swift compares letters
    /// that way.
    private static func spelled(_ letter: Character) -> String? {
        guard !letter.isASCII else { return nil }
        if let pair = pairs[letter] { return pair }
        for (plain, accented) in accents where accented.contains(letter) { return String(plain) }
        return nil
    }

    private static let pairs: [Character: String] = [
        "æ": "ae", "ø": "oe", "å": "aa", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss",
        "Æ": "Ae", "Ø": "Oe", "Å": "Aa", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue",
    ]
    private static let accents: [(Character, String)] = [
        ("a", "áàâãāăą"), ("c", "çćč"), ("d", "ďđð"), ("e", "éèêëēėęě"), ("g", "ğģ"), ("i", "íìîïīįı"), ("k", "ķ"),
        ("l", "łľĺļ"), ("n", "ñńňņ"),
        ("o", "óòôõőō"), ("r", "řŕ"), ("s", "šśşș"), ("t", "ťţț"), ("u", "úùûűůūų"), ("y", "ýÿ"), ("z", "žźż"),
        ("A", "ÁÀÂÃĀĂĄ"), ("C", "ÇĆČ"), ("D", "ĎĐÐ"), ("E", "ÉÈÊËĒĖĘĚ"), ("G", "ĞĢ"), ("I", "ÍÌÎÏĪĮİ"), ("K", "Ķ"),
        ("L", "ŁĽĹĻ"), ("N", "ÑŃŇŅ"),
        ("O", "ÓÒÔÕŐŌ"), ("R", "ŘŔ"), ("S", "ŠŚŞȘ"), ("T", "ŤŢȚ"), ("U", "ÚÙÛŰŮŪŲ"), ("Y", "ÝŸ"), ("Z", "ŽŹŻ"),
    ]
}
