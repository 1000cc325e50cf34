internal import FoundationEssentials
internal import GantryEngine
internal import GantryFiles
internal import GantryJSON
internal import GantryModel
internal import GantryRuns

/// What is written beside the parts of a sheet: what they are of, and the digest of each.
struct PartList {
    /// What is asked for.
    struct Cut {
        let sheet: String
        let count: Int
        let work: Pipeline.Import

        var folder: String { sheet + ".parts" }
        var name: String { sheet.split(separator: "/").last.map(String.init) ?? sheet }
        /// What decides which rows belong together.
        var meaning: String {
            ([work.kind] + work.sheet.columns.map { "\($0.field)=\($0.heading)" }
                + [
                    work.sheet.tab, work.sheet.encoding, work.sheet.delimiter, work.sheet.decimal,
                    work.sheet.headerRow.map(String.init),
                ].compactMap(\.self) + work.sheet.filledDown
                + work.sheet.ignored.map { "-\($0)" })
                .joined(
                    separator: "\n")
        }
    }

    struct Part {
        let file: String
        let digest: String
    }

    let split: String
    let digest: String
    let meaning: String
    let parts: [Part]

    init(_ cut: Cut, digest: ContentDigest, parts: [Part]) {
        split = "rows:\(cut.count)"
        self.digest = digest.description
        meaning = cut.meaning
        self.parts = parts
    }

    /// What is in the folder; `nil` where there is no such folder.
    init?(_ cut: Cut) throws {
        var bytes: [UInt8] = []
        do throws(FileError) {
            let file = try ReadFile.open(SheetParts.listName, under: cut.folder)
            while try file.read(appendingTo: &bytes) > 0 {}
        } catch {
            guard error.code == .missing, !FileManager.default.fileExists(atPath: cut.folder) else {
                throw PartList.damaged(cut, "its \(SheetParts.listName) can't be read")
            }
            return nil
        }
        guard let tree = try? JSONTree(bytes), let split = tree["split"]?.text, let digest = tree["sha256"]?.text,
            let meaning = tree["meaning"]?.text, let list = tree["parts"]?.list
        else { throw PartList.damaged(cut, "its \(SheetParts.listName) has changed") }
        self.split = split
        self.digest = digest
        self.meaning = meaning
        parts = list.compactMap { part in
            guard let file = part["file"]?.text, !file.contains("/"), let digest = part["sha256"]?.text else {
                return nil
            }
            return Part(file: file, digest: digest)
        }
        guard parts.count == list.count, !parts.isEmpty else {
            throw PartList.damaged(cut, "its \(SheetParts.listName) has changed")
        }
    }

    var json: JSONTree {
        .object([
            "split": .string(split), "sha256": .string(digest), "meaning": .string(meaning),
            "parts": .array(
                parts.map { .object(["file": .string($0.file), "sha256": .string($0.digest)]) }),
        ])
    }

    /// Parts of another cut could send what those that are there have sent.
    func requireSame(as cut: Cut, _ found: ContentDigest) throws {
        let other = "To cut it otherwise, give the sheet another name. Nothing is sent twice in one workspace."
        guard digest == found.description else {
            throw RunError(
                .unusableRun, "\(cut.name) has changed since it was cut into \(cut.folder).",
                advice: "Put the sheet back as it was. For new rows, give the sheet another name.")
        }
        guard split == "rows:\(cut.count)" else {
            throw RunError(
                .unusableRun, "\(cut.name) is cut into \(split) in \(cut.folder), not into rows:\(cut.count).",
                advice: "Ask for \(split) again. \(other)")
        }
        guard meaning == cut.meaning else {
            throw RunError(
                .unusableRun,
                "\(cut.name) was cut in \(cut.folder) for another kind of rows, or for other names of its columns.",
                advice: "\(other)")
        }
    }

    static func damaged(_ cut: Cut, _ what: String) -> RunError {
        RunError(
            .unusableRun, "The parts of \(cut.name) in \(cut.folder) can't be used: \(what).",
            advice: "Put the folder back as it was. If no part was sent, remove it, and the same command cuts anew.")
    }
}
