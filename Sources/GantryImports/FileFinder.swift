internal import GantryEngine
package import GantryFiles
internal import GantryModel
internal import Synchronization

/// Finds out why a file named in a sheet is missing. Each folder is listed once, however many of its files are missing.
package final class FileFinder: Sendable {
    package enum Finding: Equatable, Sendable {
        /// The folder has the name, in another form of Unicode: the path as it is on the disk.
        case same(String)
        /// The folder has a name that differs in upper and lower case.
        case inOtherCase(String)
        /// The path has `\` where `/` belongs; with the path that was meant, where it exists.
        case backslashes(String?)
        /// The folder has a similar name.
        case near(String)
        /// The folder is missing.
        case noFolder
        case nothing
    }

    private struct Names {
        /// Names that are canonically equal are one key: so Swift compares texts.
        let same: [String: [String]]
        let folded: [String: String]
        let all: [String]
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
        case lost(in: String, name: String)
        case noFolder
    }

    private struct State {
        var listings: [String: Listing] = [:]
        var guesses = 0
    }

    /// Comparing a name with all others takes long, and a person corrects the first ones and plans again.
    private static let mostGuesses = 100
    private static let mostCompared = 20_000
    private let state = Mutex(State())

    package init() {}

    /// What there is instead of a missing file.
    ///
    /// - Parameters:
    ///   - path: relative to `folder`, with `/`.
    package func find(_ path: String, in folder: String) -> Finding {
        switch walk(path, folder) {
        case .there(let place, let isFolded): return isFolded ? .inOtherCase(place) : .same(place)
        case .noFolder: return .noFolder
        case .lost(let place, let name):
            if path.contains("\\") {
                let parts = path.split(separator: "\\").filter { $0 != "." }
                if case .there(let meant, _) = walk(parts.joined(separator: "/"), folder) { return .backslashes(meant) }
                return .backslashes(nil)
            }
            guard case .names(let names) = listing(of: place, folder), names.all.count <= FileFinder.mostCompared,
                mayGuess(),
                let near = nearestWord(to: name, among: names.all)
            else { return .nothing }
            return .near(place.isEmpty ? near : "\(place)/\(near)")
        }
    }

    /// The path of a file with this name, in the form of Unicode that the disk has; the path itself if nothing is
    /// found.
    func place(of path: String, in folder: String) -> String {
        // ASCII has one form only.
        guard !path.utf8.allSatisfy({ $0 < 0x80 }), case .there(let place, false) = walk(path, folder) else {
            return path
        }
        return place
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
    package func problem(_ error: FileError, of path: String, in folder: String) -> (code: String, sentence: String) {
        let name = FileFinder.whole(path)
        let place = FileFinder.whole(Folders.fullPath(folder))
        switch error.code {
        case .missing:
            let missing = "There is no file \(name) in \(place)"
            switch find(path, in: folder) {
            case .inOtherCase(let other):
                return (
                    "file-missing",
                    "\(missing), but there is \(FileFinder.whole(other)). Upper and lower case matter: correct the name in the sheet, or rename the file."
                )
            case .backslashes(let other):
                let meant = other.map { ": write \(FileFinder.whole($0))." } ?? ", and start the path in that folder."
                return ("file-missing", "\(missing). Separate folders with /, not with \\\(meant)")
            case .near(let other):
                return (
                    "file-missing", "\(missing). Closest match: \(FileFinder.whole(other))."
                )
            case .noFolder:
                let error = FileFinder.noFolder(folder)
                return ("file-missing", "\(error.explanation) Check the folder of the files.")
            case .same, .nothing: return ("file-missing", "\(missing).")
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

    private func walk(_ path: String, _ root: String) -> Walk {
        var place = ""
        var isFolded = false
        for part in path.utf8.split(separator: UInt8(ascii: "/")) {
            let name = String(Substring(part))
            let names: Names
            switch listing(of: place, root) {
            case .names(let known): names = known
            case .missing where place.isEmpty: return .noFolder
            case .missing, .noFolder, .unreadable: return .lost(in: place, name: name)
            }
            let found: String
            if let same = names.same[name] {
                found = same.first { $0.utf8.elementsEqual(name.utf8) } ?? same[0]
            } else if let other = names.folded[name.lowercased()] {
                found = other
                isFolded = true
            } else {
                return .lost(in: place, name: name)
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
            return .names(
                Names(
                    same: Dictionary(grouping: all) { $0 },
                    folded: Dictionary(all.map { ($0.lowercased(), $0) }) { first, _ in first }, all: all))
        } catch {
            return error.code == .missing ? .missing : error.code == .wrongKind ? .noFolder : .unreadable
        }
    }
}
