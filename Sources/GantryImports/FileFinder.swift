internal import FoundationEssentials
internal import GantryEngine
package import GantryFiles
internal import GantryModel
internal import Synchronization

/// Finds the file that a sheet means, and out why one is missing. Each folder is listed once, however many of its files
/// are missing.
package final class FileFinder: Sendable {
    package enum Finding: Equatable, Sendable {
        /// The folder has the name, perhaps in another form of Unicode: the path as it is on the disk.
        case same(String)
        /// The only file that can be meant by a path of another system, in other capitals, without its ending or
        /// without its folder.
        case meant(String)
        /// Several files that can be meant.
        case several([String])
        /// The folder has a similar name.
        case near(String)
        /// The folder is missing.
        case noFolder
        case nothing
    }

    /// What a row says besides the name of its file.
    package struct Row: Sendable {
        /// What it is known by, as `words(_:)` gives it, with a blank between two.
        let words: Set<String>
        /// Whether no other row of the sheet names a file like this, with its ending or without it.
        let isOnlyOne: Bool
        /// Whether a word is what another row is known by, and this one not in the same column.
        let isOfOthers: @Sendable (String) -> Bool

        package init(
            _ words: Set<String> = [], isOnlyOne: Bool = false,
            isOfOthers: @escaping @Sendable (String) -> Bool = { _ in false }
        ) {
            self.words = words
            self.isOnlyOne = isOnlyOne
            self.isOfOthers = isOfOthers
        }
    }

    private struct Names {
        /// Names that are canonically equal are one key: so Swift compares texts.
        let same: [String: [String]]
        let folded: [String: [String]]
        /// By their names without the ending.
        let stems: [String: [String]]
        let all: [String]

        init(_ all: [String]) {
            self.all = all
            same = Dictionary(grouping: all) { $0 }
            folded = Dictionary(grouping: all) { $0.lowercased() }
            stems = Dictionary(grouping: all.filter { FileFinder.stem($0) != $0 }) { FileFinder.stem($0).lowercased() }
        }

        func like(_ name: String, isLast: Bool) -> [String] {
            folded[name.lowercased()] ?? (isLast ? stems[name.lowercased()] : nil) ?? []
        }
    }

    private enum Listing {
        case names(Names)
        case missing
        case noFolder
        /// It can't be listed, so nothing more is known.
        case unreadable
    }

    private enum Walk {
        case there(String, isFolded: Bool)
        case several([String])
        case lost(in: String, name: String)
        case noFolder
    }

    private struct State {
        var listings: [String: Listing] = [:]
        /// Every file below a folder, by its name.
        var trees: [String: [String: [String]]] = [:]
        var guesses = 0
    }

    /// Comparing a name with all others takes long, and a person corrects the first ones and plans again.
    private static let mostGuesses = 100
    private static let mostCompared = 20_000
    private let state = Mutex(State())

    /// What a person calls the folder; its path by default.
    private let name: String?
    /// The paths of files in zip files of the folder, each as if its zip file were a folder.
    private let zipped: Set<String>

    package init(called name: String? = nil, zips zipped: Set<String> = []) {
        self.name = name
        self.zipped = zipped
    }

    /// What a path of a sheet leads to.
    ///
    /// - Parameters:
    ///   - path: relative to `folder`, with `/`; or a path of another system.
    package func find(_ path: String, in folder: String, of row: Row = Row()) -> Finding {
        if zipped.contains(path) { return .same(path) }
        var last = Walk.noFolder
        let readings = FileFinder.readings(of: path)
        for steps in readings {
            last = walk(steps, folder)
            switch last {
            case .there(let place, let isFolded):
                return isFolded || steps.joined(separator: "/") != path ? .meant(place) : .same(place)
            case .several(let places): return .several(places)
            case .noFolder: return .noFolder
            case .lost: continue
            }
        }
        guard case .lost(let place, let name) = last else { return .noFolder }
        if let steps = readings.last, let found = elsewhere(path, steps, in: folder, of: row) { return found }
        guard case .names(let names) = listing(of: place, folder), names.all.count <= FileFinder.mostCompared,
            mayGuess(), let near = nearestWord(to: name, among: names.all)
        else { return .nothing }
        return .near(place.isEmpty ? near : "\(place)/\(near)")
    }

    /// The names of folders and file that a path can mean: those that it has, and where it begins at a root, such as
    /// `C:\\Users`, those without the first ones.
    private static func readings(of path: String) -> [[String]] {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard path.contains("\\") || isWhole(path) || parts.first == "." else { return [parts] }
        let steps = path.split { $0 == "/" || $0 == "\\" }.map(String.init).filter { $0 != "." }
        guard !steps.contains("..") else { return [parts] }
        // A name can have `\` on this system.
        return [parts]
            + (0..<(isWhole(path) ? steps.count : 1)).map { Array(steps[min($0, steps.count)...]) }
            .filter { !$0.isEmpty }
    }

    /// Whether a path begins at a root, so that its first folders can be those of another computer.
    private static func isWhole(_ path: String) -> Bool {
        path.hasPrefix("/") || path.hasPrefix("\\") || path.prefix { $0 != "/" && $0 != "\\" }.last == ":"
    }

    /// Where a file of this name is in the folders below, if one can be meant: the one whose folder is named like
    /// something in the row, or the only one, if no other row means it. Never one whose folder is also named like
    /// something in other rows, unless this one has it in the same column, or that isn't in the folders that the sheet
    /// writes.
    ///
    /// - Parameter steps: the folders that the path has for certain, and the name of the file.
    private func elsewhere(_ path: String, _ steps: [String], in folder: String, of row: Row) -> Finding? {
        let tree = tree(of: folder)
        let name = steps.last?.lowercased() ?? ""
        let all = tree[name] ?? tree["\(name)."] ?? []
        guard !all.isEmpty else { return nil }
        let written = steps.dropLast().map { $0.lowercased() }
        let places = all.filter { place in
            place.split(separator: "/").dropLast().suffix(written.count).map { $0.lowercased() } == written
        }
        guard !places.isEmpty else { return .several(all) }
        func isOfOthers(_ place: String) -> Bool {
            FileFinder.names(ofFolders: place).contains(where: row.isOfOthers)
        }
        let named = places.filter { place in FileFinder.names(ofFolders: place).contains(where: row.words.contains) }
        if named.count == 1, !isOfOthers(named[0]) { return .meant(named[0]) }
        // The folders of another computer can be those of somebody else.
        if places.count == 1, row.isOnlyOne, !FileFinder.isWhole(path), !isOfOthers(places[0]) {
            return .meant(places[0])
        }
        return .several(places)
    }

    /// The letters and digits of a text, with a blank between two words: `1001 - Jens Hansen` is `1001 jens hansen`.
    static func words(_ text: String) -> String {
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else {
            return TextIdentity.text.folded(text).split { !$0.isLetter && !$0.isNumber }.joined(separator: " ")
        }
        // Most cells; the rules of Unicode say the same of them.
        var words: [UInt8] = []
        words.reserveCapacity(text.utf8.count)
        var isAfterWord = false
        for byte in text.utf8 {
            switch byte {
            case 0x30...0x39, 0x61...0x7A: words.append(byte)
            case 0x41...0x5A: words.append(byte | 0x20)
            default:
                if isAfterWord { words.append(0x20) }
                isAfterWord = false
                continue
            }
            isAfterWord = true
        }
        if words.last == 0x20 { words.removeLast() }
        return String(decoding: words, as: UTF8.self)
    }

    /// Every run of words in the folders of a path: of `1002 Ida/a.pdf` these are `1002`, `1002 ida` and `ida`.
    private static func names(ofFolders place: String) -> [String] {
        let words = words(place.split(separator: "/").dropLast().joined(separator: "/")).split(separator: " ").prefix(
            20)
        return words.indices.flatMap { first in
            (first..<words.count).map { words[first...$0].joined(separator: " ") }
        }
    }

    static func stem(_ name: String) -> String {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
        return String(name[..<dot])
    }

    /// The files below a folder and in its zip files by their names, and with a dot behind by their names without
    /// ending.
    private func tree(of folder: String) -> [String: [String]] {
        if let known = state.withLock({ $0.trees[folder] }) { return known }
        var tree: [String: [String]] = [:]
        let below = ((try? Folders.list(folder)) ?? []).filter {
            $0.kind == .file && $0.path.contains("/") && !NamedFiles.isNoRow($0.path)
        }
        for path in below.map(\.path) + zipped.sorted() {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            tree[name.lowercased(), default: []].append(path)
            if FileFinder.stem(name) != name {
                tree["\(FileFinder.stem(name).lowercased()).", default: []].append(path)
            }
        }
        let made = tree
        return state.withLock { state in
            state.trees[folder] = made
            return made
        }
    }

    /// The path on the disk of the file that a row names; the path itself if nothing is found.
    package func place(of path: String, in folder: String, of row: Row = Row()) -> String {
        // What is there as it is written needs no list of its folder.
        if !path.hasPrefix("."), FileManager.default.fileExists(atPath: "\(folder)/\(path)") { return path }
        switch find(path, in: folder, of: row) {
        case .same(let place), .meant(let place): return place
        case .several, .near, .noFolder, .nothing: return path
        }
    }

    /// - Throws: `RunError` when the folder of the files is missing or not a folder.
    func requireFolder(_ folder: String) throws {
        do throws(FileError) {
            // The first name is enough to know.
            _ = try Folders.names(under: folder, limit: 1)
        } catch {
            switch error.code {
            case .missing: throw FileFinder.noFolder(folder)
            case .wrongKind:
                throw RunError(
                    .unusableRun, "\(FileFinder.whole(Folders.fullPath(folder))) is not a folder.",
                    advice: FileFinder.folderAdvice)
            default: return
            }
        }
    }

    /// How to name the folder with the files.
    static let folderAdvice: Advice =
        "Name the folder that contains the files, such as \(.files(folder: "scans")), or set it in the pipeline file, relative to the sheet's folder: files: { folder: … }"

    static func noFolder(_ folder: String) -> RunError {
        RunError(
            .unusableRun, "There is no folder \(whole(Folders.fullPath(folder))).",
            advice:
                folderAdvice
        )
    }

    /// What is wrong with an unreadable file: a stable word, and a sentence for people.
    package func problem(
        _ error: FileError, of path: String, in folder: String, of row: Row = Row()
    ) -> (code: String, sentence: String) {
        let place = FileFinder.whole(Folders.fullPath(name ?? folder))
        let name = FileFinder.whole(path)
        switch error.code {
        case .missing:
            let missing = "There is no file \(name) in \(place)"
            switch find(path, in: folder, of: row) {
            case .several(let places):
                let shown = places.sorted().prefix(5).map(FileFinder.whole) + (places.count > 5 ? ["others"] : [])
                return (
                    "file-missing",
                    "\(missing), but there \(places.count == 1 ? "is" : "are") \(listed(shown, "and")). Write which of them is meant."
                )
            case .near(let other):
                return (
                    "file-missing", "\(missing). Closest match: \(FileFinder.whole(other))."
                )
            case .noFolder:
                let error = FileFinder.noFolder(folder)
                return ("file-missing", "\(error.explanation) Check the folder of the files.")
            case .same, .meant, .nothing: return ("file-missing", "\(missing).")
            }
        case .symbolicLink:
            return (
                "file-is-link", "\(name) is a link or is reached through one; only files inside the folder are sent."
            )
        case .unusableName where error.errorNumber != nil:
            let longest = path.utf8.split(separator: UInt8(ascii: "/")).map(\.count).max() ?? 0
            return (
                "file-name",
                "\(name) is too long for a file name: it has \(longest) bytes, and the maximum is 255."
            )
        case .unusableName: return ("file-name", "\(name) can't be the name of a file inside the folder.")
        case .wrongKind:
            return ("file-unreadable", "\(name) is not a file in \(place). Give the path of a file, with its folders.")
        default: return ("file-unreadable", error.explanation)
        }
    }

    /// The full path in quotation marks: a message about a name is useless without its end.
    static func whole(_ path: String) -> String { "\"\(singleLine(path, limit: 5_000))\"" }

    private func mayGuess() -> Bool {
        state.withLock { state in
            state.guesses += 1
            return state.guesses <= FileFinder.mostGuesses
        }
    }

    private func walk(_ steps: [String], _ root: String) -> Walk {
        var place = ""
        var isFolded = false
        for (index, name) in steps.enumerated() {
            let names: Names
            switch listing(of: place, root) {
            case .names(let known): names = known
            case .missing where place.isEmpty: return .noFolder
            case .missing, .noFolder, .unreadable: return .lost(in: place, name: name)
            }
            let found: String
            if let same = names.same[name] {
                found = same.first { $0.utf8.elementsEqual(name.utf8) } ?? same[0]
            } else {
                let like = names.like(name, isLast: index == steps.count - 1)
                guard like.count == 1 else {
                    return like.isEmpty
                        ? .lost(in: place, name: steps.last ?? name)
                        : .several(like.map { (place.isEmpty ? "" : "\(place)/") + $0 })
                }
                found = like[0]
                isFolded = true
            }
            place += (place.isEmpty ? "" : "/") + found
        }
        return .there(place, isFolded: isFolded)
    }

    private func listing(of place: String, _ root: String) -> Listing {
        state.withLock { state in
            let key = "\(root)\0\(place)"
            if let known = state.listings[key] { return known }
            let new = FileFinder.list(place, root)
            state.listings[key] = new
            return new
        }
    }

    private static func list(_ place: String, _ root: String) -> Listing {
        do throws(FileError) {
            let all = try Folders.names(of: place, under: root)
            return .names(Names(all))
        } catch {
            return error.code == .missing ? .missing : error.code == .wrongKind ? .noFolder : .unreadable
        }
    }
}
