package import GantryEngine
package import GantryFiles
package import GantryFormats
internal import GantryModel

/// A file of a bag and what reading it back must show.
package struct ReadBack: Sendable {
    package enum Proof: Sendable {
        /// The digest alone.
        case digest
        /// The digest of a file that was downloaded, which can't be made again from what is landed.
        case download
        /// Well-formed rows as many as the mark says, with exact sums of some columns in billionths.
        case csv(CSVDialect, columns: Int, sums: [Int: Int128])
        /// As many lines as the mark says.
        case archive(ArchiveCompression)
        /// The digest, and what a check of the file finds wrong with it; `nil` if it is right. What the check reads
        /// isn't read again for the digest.
        case checked(@Sendable (ReadFile) throws -> String?)
    }

    package let mark: FileCheckpoint
    package let proof: Proof

    package init(mark: FileCheckpoint, proof: Proof) {
        self.mark = mark
        self.proof = proof
    }
}

/// Reads files of a bag back before it is published.
package struct SealVerification: Sendable {
    package let folder: String

    /// - Parameter folder: what the names of marks are relative to.
    package init(folder: String) { self.folder = folder }

    /// Reads two files at a time, so that memory holds the buffers of no more.
    /// - Throws: `RunError` naming the first file that isn't what it should be, and what differs.
    @concurrent
    package func verify(_ files: [ReadBack]) async throws {
        let failure = await withTaskGroup(of: (place: Int, error: (any Error)?).self) { group in
            var next = 0
            var first: (place: Int, error: any Error)?
            func start() {
                guard first == nil, next < files.count else { return }
                let place = next
                next += 1
                group.addTask {
                    do {
                        try verify(files[place])
                        return (place, nil)
                    } catch {
                        return (place, error)
                    }
                }
            }
            for _ in 0..<2 { start() }
            while let done = await group.next() {
                // Which file is named doesn't depend on which is read faster.
                if let error = done.error, first.map({ done.place < $0.place }) ?? true { first = (done.place, error) }
                start()
            }
            return first?.error
        }
        if let failure { throw failure }
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
                    .verificationFailed, "\(path) differs from the downloaded file.",
                    advice:
                        "Nothing is published. Check the disk, then run again with \(.startOver) to fetch everything again."
                )
            }
        case .csv(let dialect, let columns, let sums):
            try csv(mark, at: path, dialect: dialect, columns: columns, sums: sums)
        case .archive(let compression): try archive(mark, at: path, compression: compression)
        case .checked(let check):
            let file = try ReadFile.open(path, hashing: true)
            let problem = Result { try check(file) }
            try digest(mark, file)
            if let problem = try problem.get() { throw failed(mark, problem) }
        }
    }

    private func failed(_ mark: FileCheckpoint, _ what: String) -> RunError {
        RunError(
            .verificationFailed, "\(mark.name) differs from what was written: \(what).",
            advice: "Nothing is published. Check the disk, then run the same command again to write the file again.")
    }

    private func compare(_ mark: FileCheckpoint, _ file: ReadFile) throws {
        guard file.position == Int(mark.length), file.digest()?.description == mark.sha256 else {
            throw failed(mark, "its SHA-256 differs")
        }
    }

    private func digest(_ mark: FileCheckpoint, _ path: String) throws {
        try digest(mark, ReadFile.open(path, hashing: true))
    }

    /// Reads what is left of the file.
    private func digest(_ mark: FileCheckpoint, _ file: ReadFile) throws {
        var piece: [UInt8] = []
        while try file.read(appendingTo: &piece) > 0 { piece.removeAll(keepingCapacity: true) }
        try compare(mark, file)
    }

    private func csv(
        _ mark: FileCheckpoint, at path: String, dialect: CSVDialect, columns: Int, sums: [Int: Int128]
    ) throws {
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
            throw failed(mark, "it has \(counted(summer.rows - 1, "row")) instead of \(mark.rows)")
        }
        for (column, sum) in sums where summer.sums[column] != sum {
            throw failed(
                mark,
                "column \(column + 1) adds up to \(decimalText(nano: summer.sums[column], .exact)) instead of "
                    + decimalText(nano: sum, .exact))
        }
    }

    private func archive(_ mark: FileCheckpoint, at path: String, compression: ArchiveCompression) throws {
        let file = try ReadFile.open(path, hashing: true)
        let decoder = try compression.makeDecoder(reading: file)
        var piece: [UInt8] = []
        var lines = 0
        while try decoder.read(appendingTo: &piece, atMost: 256 << 10) > 0 {
            lines += countLines(piece.span)
            piece.removeAll(keepingCapacity: true)
        }
        try compare(mark, file)
        guard lines == mark.rows else { throw failed(mark, "it has \(counted(lines, "line")) instead of \(mark.rows)") }
    }
}
