package import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryJSON
package import GantryModel

/// `archive`: JSON Lines, each record as the server sent it.
package struct ArchiveFormat: OutputFormat {
    package init() {}

    package var name: String { "archive" }
    package var help: String { "Each record as the server sent it, as JSON Lines." }
    package var content: OutputContent { .landed }
    package var isTable: Bool { false }
    package var keys: [OutputKey] { [.choice(.compression)] }

    package func ending(_ choices: [String: String]) -> FileEnding {
        let word = choices[OutputChoice.compression.name] ?? OutputChoice.compression.standard
        let compression = ArchiveCompression(rawValue: word) ?? .zstd
        let text =
            switch compression {
            case .zstd: ".jsonl.zst"
            case .gzip: ".jsonl.gz"
            case .none: ".jsonl"
            }
        return FileEnding(text, reason: "compression: \(word)")
    }

    package func writers<R: Record>(of output: Output, in place: OutputPlace<R>) -> [any PartWriter<R>] {
        if output.compression == .zstd, place.keepsLanding { return [] }
        return [ArchiveWriter<R>(folder: place.folder, name: output.file, compression: output.compression)]
    }

    package func readBack(_ output: Output, mark: FileCheckpoint, layout: ExceptionLayout) -> ReadBack.Proof {
        .archive(output.compression)
    }

    package func verify(
        _ file: StatedFile, of section: inout VerifiedSection, in verification: inout FolderVerification
    ) throws {
        let word = file.tree["compression"]?.text ?? ""
        guard let compression = ArchiveCompression(rawValue: word) else {
            throw RunError(
                .verificationFailed, "the totals give an unknown compression: \(singleLine(word))")
        }
        let decoder = try compression.makeDecoder(
            reading: try ReadFile.open("\(verification.folder)/\(file.path)"))
        var piece: [UInt8] = []
        var lines = 0
        while try decoder.read(appendingTo: &piece, atMost: 256 << 10) > 0 {
            lines += countLines(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        verification.markCompared("\(file.figure).compression")
        verification.compareRows(lines, file)
        if let known = section.archived, known.rows != lines {
            verification.find(file.path, "it has \(counted(lines, "record")), but \(known.path) has \(known.rows)")
        }
        section.archived = (lines, file.path)
        verification.prove("\(file.path): \(counted(lines, "record")).")
    }
}
