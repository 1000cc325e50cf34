internal import GantryConnectors
internal import GantryEngine
internal import GantryFiles
internal import GantryFormats
internal import GantryModel

/// Reads every file of a bag back before it is published: digests, rows, sums, the schema.
struct SealVerification: Sendable {
    let plan: PayrollPlan
    let folder: String

    /// Reads the files one after the other, so that memory holds the buffers of one.
    /// - Parameter totals: what the pay files must add up to; `nil` where none is among the files.
    /// - Throws: `RunError` naming the first file that isn't what it should be, and what differs.
    @concurrent
    func verify(_ marks: [PartMark], totals: PayrollTotals?) async throws {
        for mark in marks { try verify(mark, totals) }
    }

    private func verify(_ mark: PartMark, _ totals: PayrollTotals?) throws {
        let path = "\(folder)/\(mark.name)"
        switch plan.file.outputs.first(where: { $0.file == mark.name })?.format {
        case .csv(let dialect, let columns):
            let sums = mark.sums.reduce(into: [Int: Int128]()) { $0[Int($1.key) ?? -1] = Int128($1.value) }
            try csv(mark, path, PayrollPlan.dialect(dialect), columns: columns.count, sums: sums)
        case .payrollCSV(let dialect):
            let units = totals?.codes.reduce(Int128(0)) { $0 + $1.unitsNano } ?? 0
            try csv(mark, path, PayrollPlan.dialect(dialect), columns: 6, sums: [3: units, 5: totals?.amountNano ?? 0])
        case .exceptionsCSV(let dialect): try csv(mark, path, PayrollPlan.dialect(dialect), columns: 7, sums: [:])
        case .archive(let compression): try archive(mark, path, compression)
        case .payrollXML:
            try digest(mark, path)
            let proof = try verifyPayrollXML(file: path, proof: .types, limit: 3)
            if let finding = proof.findings.first { throw failed(mark, "\(finding)") }
            if let violation = proof.violations.first { throw failed(mark, "\(violation)") }
            guard proof.recomputed == totals else { throw failed(mark, "its lines add up to other totals") }
        case nil:
            if mark.name == PayrollPlan.rejectsName {
                try csv(mark, path, .machine, columns: 4, sums: [:])
            } else {
                try digest(mark, path)
            }
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

    private func csv(_ mark: PartMark, _ path: String, _ dialect: CSVDialect, columns: Int, sums: [Int: Int128]) throws {
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
        guard summer.rows == mark.rows + 1 else { throw failed(mark, "it has \(summer.rows - 1) rows instead of \(mark.rows)") }
        for (column, sum) in sums where summer.sums[column] != sum {
            throw failed(
                mark, "column \(column + 1) adds up to \(decimalText(nano: summer.sums[column], .exact)) instead of "
                    + decimalText(nano: sum, .exact))
        }
    }

    private func archive(_ mark: PartMark, _ path: String, _ compression: PipelineFile.Compression) throws {
        let file = try ReadFile.open(path, hashing: true)
        let decoder = try PayrollPlan.compression(compression).makeDecoder(reading: file)
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

extension PayrollPlan {
    static func compression(_ compression: PipelineFile.Compression) -> ArchiveCompression {
        switch compression {
        case .zstd: .zstd
        case .gzip: .gzip
        case .none: .none
        }
    }
}
