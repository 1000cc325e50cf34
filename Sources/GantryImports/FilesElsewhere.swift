internal import FoundationEssentials
internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// Finds out before any row is checked whether the files of a sheet are in another folder than the one that is
/// searched. That is one cause, so it is reported once instead of for each row.
struct FilesElsewhere {
    /// The folder that is looked in.
    let folder: String
    /// The same as a person named it.
    private let namedFolder: String
    /// The folder of the sheet; `nil` if it has none.
    let sheetFolder: String?
    private let zipped: Set<String>
    private let finder: FileFinder

    /// Folders that are looked into for the files.
    private static let mostFolders = 100
    /// Names that are looked for in them.
    private static let mostNames = 10_000

    init(_ request: ImportRequest) {
        folder = request.folder ?? "."
        namedFolder = request.namedFolder
        zipped = request.zips?.files ?? []
        finder = FileFinder(zips: zipped)
        sheetFolder = request.sheet.map { path in
            path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
        }
    }

    /// - Parameter sheet: from its first row on. It is read only up to the first file that exists.
    /// - Throws: `RunError` when the rows name several files and none of them is in the folder.
    func require<Row: SubmittedRow>(_ sheet: SheetReader, _ binding: SheetBinding<Row>) throws {
        guard binding.submission.kind.files != nil else { return }
        var names: Set<String> = []
        var count = 0
        var isExplained = false
        var allAreFound = true
        while true {
            let items = try sheet.next(upTo: 256)
            guard !items.isEmpty else { break }
            for case .row(let whole) in items {
                for row in binding.parts(of: whole, in: folder, finder) {
                    for (_, path) in binding.read(row.cells).files {
                        if FilesElsewhere.isFile(path, in: folder) { return }
                        switch finder.find(path, in: folder, of: binding.finderRow(row.cells, path)) {
                        case .same: return
                        case .meant(let place):
                            // One that is only in a folder below says that others may be there too.
                            if zipped.contains(place)
                                || place.split(separator: "/").count
                                    <= path.split(whereSeparator: { "/\\".contains($0) }).count
                            {
                                return
                            }
                        case .several, .near, .noFolder, .nothing: allAreFound = false
                        }
                        // A path of another system is wrong in every folder; its row says so.
                        guard !path.contains("\\") else { continue }
                        count += 1
                        if names.count < FilesElsewhere.mostNames { names.insert(path) }
                        guard !isExplained, count <= 20 else { continue }
                        switch finder.find(path, in: folder) {
                        case .near, .several: isExplained = true
                        case .same, .meant, .noFolder, .nothing: break
                        }
                    }
                }
            }
        }
        guard names.count > 1, !allAreFound else { return }
        try report(names, count: count, isExplained: isExplained)
    }

    private func report(_ names: Set<String>, count: Int, isExplained: Bool) throws {
        let best = places().map { place in (place: place, found: names.count { FilesElsewhere.isFile($0, in: place) }) }
            .max {
                ($0.found, $1.place) < ($1.found, $0.place)
            }
        let none = "None of the sheet's \(count) files is in \(FileFinder.whole(Folders.fullPath(namedFolder)))"
        if let best, best.found > 0 {
            let all = best.found == names.count ? "has them" : "has \(best.found) of them"
            throw RunError(
                .unusableRun, "\(none); \(FileFinder.whole(best.place)) \(all).",
                advice: "Name that folder: \(.files(folder: best.place))")
        }
        guard !isExplained else { return }
        throw RunError(
            .unusableRun, "\(none).",
            advice:
                FileFinder.folderAdvice
        )
    }

    private static func isFile(_ path: String, in folder: String) -> Bool {
        FileManager.default.fileExists(atPath: "\(folder)/\(path)")
    }

    /// The folder of the sheet, and those in it and in the folder that is looked in.
    private func places() -> [String] {
        var seen: Set<String> = [Folders.fullPath(folder)]
        var places: [String] = []
        func add(_ place: String) {
            guard places.count < FilesElsewhere.mostFolders, seen.insert(Folders.fullPath(place)).inserted else {
                return
            }
            places.append(place)
        }
        let roots = [sheetFolder, folder].compactMap(\.self)
        for root in roots { add(root) }
        for root in roots {
            for name in ((try? Folders.names(under: root)) ?? []).sorted() where !name.hasPrefix(".") {
                let place = root == "." ? name : "\(root)/\(name)"
                var isFolder = false
                if FileManager.default.fileExists(atPath: place, isDirectory: &isFolder), isFolder { add(place) }
            }
        }
        return places
    }
}
