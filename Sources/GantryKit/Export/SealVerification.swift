internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// A file of a bag and what reading it back must show.
struct ReadBack: Sendable {
    enum Proof: Sendable {
        /// The digest alone.
        case digest
        /// The digest of a file that was downloaded, which can't be made anew from what is landed.
        case download
        /// Well-formed rows as many as the mark says, with exact sums of some columns in billionths.
        case csv(CSVDialect, columns: Int, sums: [Int: Int128])
        /// As many lines as the mark says.
        case archive(ArchiveCompression)
        /// Valid to the schema's types, adding up to these totals.
        case payrollXML(PayrollTotals)
    }

    let mark: PartMark
    let proof: Proof
}

/// Reads files of a bag back before it is published.
struct SealVerification: Sendable {
    let folder: String

    /// Reads the files one after the other, so that memory holds the buffers of one.
    /// - Throws: `RunError` naming the first file that isn't what it should be, and what differs.
    @concurrent
    func verify(_ files: [ReadBack]) async throws {
        for file in files { try verify(file) }
    }

    private func verify(_ file: ReadBack) throws {
        let mark = file.mark
        let path = "\(folder)/\(mark.name)"
        switch file.proof {
        case .digest: try digest(mark, path)
        case .download:
            do {
                try digest(mark, path)
            } catch is any ExplainedError {
                throw RunError(
                    .verificationFailed, "\(path) is not the file that was downloaded.",
                    advice:
                        "Check the disk, then run again with --start-over to fetch everything anew. Nothing is published."
                )
            }
        case .csv(let dialect, let columns, let sums): try csv(mark, path, dialect, columns: columns, sums: sums)
        case .archive(let compression): try archive(mark, path, compression)
        case .payrollXML(let totals):
            try digest(mark, path)
            let proof = try verifyPayrollXML(file: path, proof: .types, limit: 3)
            if let finding = proof.findings.first { throw failed(mark, "\(finding)") }
            if let violation = proof.violations.first { throw failed(mark, "\(violation)") }
            guard proof.recomputed == totals else { throw failed(mark, "its lines add up to other totals") }
        }
    }

    private func failed(_ mark: PartMark, _ what: String) -> RunError {
        RunError(
            .verificationFailed, "Read back, \(mark.name) is not what was written: \(what).",
            advice: "Check the disk, then run the same command again: the file is made anew. Nothing is published.")
    }

    private func compare(_ mark: PartMark, _ file: ReadFile) throws {
        guard file.position == Int(mark.length), file.digest()?.description == mark.sha256 else {
            throw failed(mark, "its SHA-256 differs")
        }
    }

    private func digest(_ mark: PartMark, _ path: String) throws {
        let file = try ReadFile.open(path, hashing: true)
        var piece: [UInt8] = []
        while try file.read(appendingTo: &piece) > 0 { piece.removeAll(keepingCapacity: true) }
        try compare(mark, file)
    }

    private func csv(_ mark: PartMark, _ path: String, _ dialect: CSVDialect, columns: Int, sums: [Int: Int128]) throws
    {
        let file = try ReadFile.open(path, hashing: true)
        var summer = CSVSummer(dialect: dialect, columns: columns, summed: Array(sums.keys))
        var piece: [UInt8] = []
        do {
            while try file.read(appendingTo: &piece, atMost: 256 << 10) > 0 {
                try summer.read(piece.span)
                piece.removeAll(keepingCapacity: true)
            }
            try summer.finish()
        } catch let problem as CSVSummer.Problem {
            throw failed(mark, "row \(problem.row), column \(problem.column): \(problem.message)")
        }
        try compare(mark, file)
        guard summer.rows == mark.rows + 1 else {
            throw failed(mark, "it has \(summer.rows - 1) rows instead of \(mark.rows)")
        }
        for (column, sum) in sums where summer.sums[column] != sum {
            throw failed(
                mark,
                "column \(column + 1) adds up to \(decimalText(nano: summer.sums[column], .exact)) instead of "
                    + decimalText(nano: sum, .exact))
        }
    }

    private func archive(_ mark: PartMark, _ path: String, _ compression: ArchiveCompression) throws {
        let file = try ReadFile.open(path, hashing: true)
        let decoder = try compression.makeDecoder(reading: file)
        var piece: [UInt8] = []
        var lines = 0
        while try decoder.read(appendingTo: &piece, atMost: 256 << 10) > 0 {
            lines += countLines(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        try compare(mark, file)
        guard lines == mark.rows else { throw failed(mark, "it has \(lines) lines instead of \(mark.rows)") }
    }
}

/// Line feeds in a piece of text, eight bytes at a time.
func countLines(_ bytes: Span<UInt8>) -> Int {
    let raw = unsafe bytes.bytes
    let low: UInt64 = 0x7F7F_7F7F_7F7F_7F7F
    var lines = 0
    var offset = 0
    while offset + 8 <= bytes.count {
        // A byte that is a line feed becomes zero, and zero is the only one whose high bit stays clear.
        let piece = unsafe raw.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self) ^ 0x0A0A_0A0A_0A0A_0A0A
        lines &+= (~(((piece & low) &+ low) | piece | low)).nonzeroBitCount
        offset += 8
    }
    while offset < bytes.count {
        if bytes[offset] == 0x0A { lines += 1 }
        offset += 1
    }
    return lines
}

extension PipelineFile.Compression {
    /// The same as the archive writers take it.
    var archive: ArchiveCompression {
        switch self {
        case .zstd: .zstd
        case .gzip: .gzip
        case .none: .none
        }
    }
}

extension PipelineFile.Dialect {
    /// The same as the CSV writers take it.
    var csv: CSVDialect {
        switch self {
        case .machine: .machine
        case .excelDanish: .excelDanish
        case .excelEnglish: .excelEnglish
        }
    }
}

extension PartMark {
    /// The sums of printed columns by index, in billionths.
    var columnSums: [Int: Int128] {
        sums.reduce(into: [:]) { result, entry in
            if let column = Int(entry.key), let sum = Int128(entry.value) { result[column] = sum }
        }
    }
}
