internal import GantryFiles
internal import GantryModel

/// One walk through a bag.
struct BagCheck {
    let folder: String
    let findingLimit: Int
    var report = BagReport()
    private var entries: [String: FolderEntry] = [:]

    /// A tag file larger than this is invalid: 64 MiB are enough for a manifest of 600,000 files.
    private static let largestTagFile = 64 << 20

    init(folder: String, findingLimit: Int) {
        self.folder = folder
        self.findingLimit = findingLimit
    }

    mutating func run(_ progress: (Int) throws -> Void) throws {
        for entry in try Folders.list(folder) where entry.kind != .folder { entries[entry.path] = entry }
        checkDeclaration()
        let tags = manifest(BagTag.tagManifest, covers: { !$0.hasPrefix("data/") && $0 != BagTag.tagManifest })
        let payload = manifest(BagTag.manifest, covers: { $0.hasPrefix("data/") })
        for (path, digest) in tags { _ = try compare(path, with: digest, progress) }
        for required in BagTag.all.dropLast() where !tags.contains(where: { $0.path == required }) {
            find(.damagedTagFile, at: BagTag.tagManifest, "\(BagTag.tagManifest) does not list \(required).")
        }
        for (path, digest) in payload {
            if let length = try compare(path, with: digest, progress) {
                report.intact.append(BagFile(path: path, length: length, digest: digest))
            }
        }
        let listed = Set(payload.map(\.path) + tags.map(\.path) + [BagTag.tagManifest])
        passOverDesktopFiles(besides: listed)
        checkTotals()
        for path in entries.keys.filter({ !listed.contains($0) }).sorted() {
            if let kind = entries[path]?.kind, kind != .file {
                find(.notAFile, at: path, "\(path) is neither a file nor a folder; it was not opened.")
            } else {
                find(.extra, at: path, "\(path) is in no manifest.")
            }
        }
    }

    private mutating func passOverDesktopFiles(besides listed: Set<String>) {
        for (path, entry) in entries where entry.kind == .file && DesktopFile.isOne(path) && !listed.contains(path) {
            report.desktopFiles.append(path)
            entries[path] = nil
        }
        report.desktopFiles.sort()
    }

    /// Proves the payload's manifest by the manifest of tag files, and these files by it.
    mutating func run(only paths: [String]) throws {
        for entry in try Folders.list(folder) where entry.kind != .folder { entries[entry.path] = entry }
        let tags = manifest(BagTag.tagManifest, covers: { !$0.hasPrefix("data/") && $0 != BagTag.tagManifest })
        guard let proof = tags.first(where: { $0.path == BagTag.manifest }) else {
            return find(
                .damagedTagFile, at: BagTag.tagManifest, "\(BagTag.tagManifest) does not list \(BagTag.manifest).")
        }
        guard try compare(proof.path, with: proof.digest, { _ in }) != nil else { return }
        let payload = Dictionary(
            manifest(BagTag.manifest, covers: { $0.hasPrefix("data/") }).map { ($0.path, $0.digest) }
        ) { first, _ in first }
        for path in paths {
            guard let digest = payload[path] else {
                find(.extra, at: path, "\(path) is in no manifest.")
                continue
            }
            if let length = try compare(path, with: digest, { _ in }) {
                report.intact.append(BagFile(path: path, length: length, digest: digest))
            }
        }
    }

    private mutating func find(_ kind: BagFinding.Kind, at path: String, _ explanation: String) {
        report.findingCount += 1
        guard report.findings.count < findingLimit else { return }
        report.findings.append(BagFinding(kind: kind, path: path, explanation: singleLine(explanation, limit: 2000)))
    }

    /// Reads a file back; gives its length when its digest is the expected one.
    private mutating func compare(
        _ path: String, with expected: ContentDigest, _ progress: (Int) throws -> Void
    ) throws -> Int? {
        guard let entry = entries[path] else {
            find(.missing, at: path, "\(path) is in a manifest but not in the bag.")
            return nil
        }
        guard entry.kind == .file else {
            find(.notAFile, at: path, "\(path) is not a file; it was not opened.")
            return nil
        }
        do {
            let (length, digest, checksum) = try ReadFile.sums(of: path, under: folder, each: progress)
            if digest == expected {
                report.checksums[path] = checksum
                return length
            }
            // Either of the two may be what changed.
            let manifest = path.hasPrefix("data/") ? BagTag.manifest : BagTag.tagManifest
            find(
                .changed, at: path,
                "\(path) has changed: its SHA-256 is \(digest), but \(manifest) has \(expected) (\(counted(length, "byte")) read)."
            )
        } catch let error as FileError {
            find(.unreadable, at: path, error.explanation)
        }
        return nil
    }

    private mutating func checkDeclaration() {
        guard let lines = tagLines(BagTag.declaration) else { return }
        let version = lines.first.flatMap { $0.hasPrefix("BagIt-Version: ") ? $0.dropFirst(15) : nil }
        guard version == "1.0", lines.dropFirst() == ["Tag-File-Character-Encoding: UTF-8"] else {
            return find(
                .damagedTagFile, at: BagTag.declaration,
                "\(BagTag.declaration) does not declare a BagIt 1.0 bag in UTF-8.")
        }
    }

    private mutating func checkTotals() {
        guard let lines = tagLines(BagTag.information) else { return }
        for line in lines {
            // A line that starts with a space continues the value before it.
            if line.first == " " || line.first == "\t", let last = report.information.popLast() {
                report.information.append(.init(last.label, last.value + " " + line.drop { $0 == " " || $0 == "\t" }))
            } else if let colon = line.firstRange(of: ":") {
                let value = line[colon.upperBound...].drop { $0 == " " || $0 == "\t" }
                report.information.append(.init(String(line[..<colon.lowerBound]), String(value)))
            } else {
                find(
                    .damagedTagFile, at: BagTag.information,
                    "\(BagTag.information) has a line without a colon: \"\(line)\".")
            }
        }
        let oxums = report.information.filter { $0.label.lowercased() == "payload-oxum" }
        let payload = entries.values.filter { $0.path.hasPrefix("data/") && $0.kind == .file }
        let found = "\(payload.reduce(0) { $0 + $1.size }).\(payload.count)"
        guard oxums.count == 1, let stated = oxums.first?.value else {
            return find(
                .damagedTagFile, at: BagTag.information, "\(BagTag.information) doesn't have exactly one Payload-Oxum.")
        }
        guard stated == found else {
            return find(
                .otherTotal, at: BagTag.information,
                "The payload has \(found) (bytes.files), but Payload-Oxum in \(BagTag.information) is \(stated).")
        }
    }

    /// The paths and digests of a manifest, in its order.
    private mutating func manifest(_ name: String, covers: (String) -> Bool) -> [(path: String, digest: ContentDigest)]
    {
        guard let lines = tagLines(name) else { return [] }
        var files: [(path: String, digest: ContentDigest)] = []
        var seen: Set<String> = []
        for (number, line) in lines.enumerated() {
            // They are separated by two spaces, or by a space and the `*` with which sha256sum marks binary mode.
            let path = String(line.dropFirst(66))
            guard let digest = ContentDigest(hex: line.prefix(64)), [" ", "*"].contains(line.dropFirst(65).prefix(1)),
                line.dropFirst(64).first == " ", BagPath.objection(to: path) == nil, covers(path),
                seen.insert(path).inserted
            else {
                find(
                    .damagedTagFile, at: name,
                    "\(name), line \(number + 1) is not a digest and path: \"\(singleLine(line))\"."
                )
                continue
            }
            files.append((path, digest))
        }
        return files
    }

    /// The lines of a tag file, or `nil` after reporting what is wrong with it.
    private mutating func tagLines(_ name: String) -> [String]? {
        guard let entry = entries[name] else {
            find(.missing, at: name, "\(name) is not in the bag.")
            return nil
        }
        guard entry.kind == .file else {
            find(.notAFile, at: name, "\(name) is not a file; it was not opened.")
            return nil
        }
        guard entry.size <= BagCheck.largestTagFile else {
            find(.damagedTagFile, at: name, "\(name) has \(entry.size) bytes, which is too large for a tag file.")
            return nil
        }
        var bytes: [UInt8] = []
        do {
            let file = try ReadFile.open(name, under: folder)
            while bytes.count <= entry.size,
                try file.read(appendingTo: &bytes, atMost: entry.size + 1 - bytes.count) > 0
            {}
        } catch {
            find(.unreadable, at: name, error.explanation)
            return nil
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            find(.damagedTagFile, at: name, "\(name) is not UTF-8.")
            return nil
        }
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last == "" { lines.removeLast() }
        return lines
    }
}
