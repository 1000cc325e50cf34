import FoundationEssentials
import Glibc

/// Every file below a folder with its bytes.
struct Tree: Equatable, Sendable {
    let files: [String: [UInt8]]

    /// - Parameter isWanted: which names are read, for a folder that others write in meanwhile.
    /// - Throws: `HarnessError` when there is no such folder.
    init(_ folder: String, where isWanted: (String) -> Bool = { _ in true }) throws {
        guard exists(folder) else { throw HarnessError("\(folder) does not exist") }
        var files: [String: [UInt8]] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: folder) where isWanted(name) {
            let path = folder + "/" + name
            var isFolder = false
            if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder {
                files[name] = try read(path)
            }
        }
        self.files = files
    }

    /// Those of `files` that lie below a folder.
    init(files: [String: [UInt8]], under folder: String) {
        var inner: [String: [UInt8]] = [:]
        for (name, bytes) in files where name.hasPrefix(folder + "/") {
            inner[String(name.dropFirst(folder.count + 1))] = bytes
        }
        self.files = inner
    }

    /// What differs from another tree, a line for each file; nil when nothing does. Exports of one batch from two
    /// servers are compared without what names the server.
    func difference(from other: Tree) -> String? {
        guard address == other.address else { return withoutAddress.difference(from: other.withoutAddress) }
        var lines: [String] = []
        for name in Set(files.keys).union(other.files.keys).sorted() {
            switch (files[name], other.files[name]) {
            case (let mine?, let theirs?) where mine != theirs:
                let at = zip(mine, theirs).prefix { $0 == $1 }.count
                lines.append("\(name) differs at byte \(at) (\(mine.count) bytes instead of \(theirs.count))")
            case (_?, nil): lines.append("\(name) is there and should not be")
            case (nil, _?): lines.append("\(name) is missing")
            default: break
            }
        }
        return lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// The line of `bag-info.txt` that names the server.
    private var address: String? { lines("bag-info.txt").first { $0.hasPrefix("Source-Address: ") }.map(String.init) }

    private func lines(_ name: String) -> [Substring] {
        String(decoding: files[name] ?? [], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    }

    /// The tree without the server's address, the sizes and digests that follow from it.
    private var withoutAddress: Tree {
        let named: [String: [String]] = [
            "bag-info.txt": ["Source-Address: ", "Payload-Oxum: "], "data/totals.json": ["    \"address\": "],
            "manifest-sha256.txt": ["data/totals.json"],
            "tagmanifest-sha256.txt": ["bag-info.txt", "manifest-sha256.txt"],
        ]
        var files = files
        for (name, parts) in named where files[name] != nil {
            let kept = lines(name).filter { line in !parts.contains { line.hasPrefix($0) || line.hasSuffix("  " + $0) }
            }
            files[name] = Array(kept.joined(separator: "\n").utf8)
        }
        return Tree(files: files)
    }

    private init(files: [String: [UInt8]]) { self.files = files }
}

/// Mode, kind and size of every name below a folder, the folder itself included as ".". Names that go away meanwhile
/// are left out.
func modes(below folder: String) -> [String: (isFolder: Bool, mode: mode_t, size: Int)] {
    var found: [String: (isFolder: Bool, mode: mode_t, size: Int)] = [:]
    func look(_ path: String, _ name: String) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return }
        let isFolder = status.st_mode & S_IFMT == S_IFDIR
        found[name] = (isFolder, status.st_mode & 0o7777, Int(status.st_size))
        guard isFolder, let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return }
        for inner in names { look(path + "/" + inner, name == "." ? inner : name + "/" + inner) }
    }
    look(folder, ".")
    return found
}
