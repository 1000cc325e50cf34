internal import GantryConnectors
internal import GantryFormats
internal import GantryModel

extension SheetBinding {
    /// The cells of a row as a copy that lacks other rows of the sheet says the same with them: what only those make
    /// certain is written so that it needs none, and what isn't certain here so that no copy reads it.
    package func alone(_ cells: [String]) -> [String] {
        var cells = cells
        for (field, column) in zip(submission.fields, columns) {
            guard let column, cells.indices.contains(column), let cell = alone(cells[column], field) else { continue }
            cells[column] = cell
        }
        return cells
    }

    /// - Returns: `nil` for a cell that every copy reads as this sheet.
    private func alone(_ cell: String, _ field: SheetField<Row>) -> String? {
        guard let copies else { return nil }
        let text = meant(SheetBinding.cleaned(cell), field)
        switch field.access {
        case .decimal:
            let numbers = decimals[field.name] ?? numbers
            let others = numbers.ofSomeCells(copies.delimiter, typed: copies.typed)
            func plain(_ numbers: SheetNumbers) -> String? {
                try? CellSpelling.number(text, isDecimal: true, in: numbers)
            }
            let own = plain(numbers)
            guard others.contains(where: { plain($0) != own }) else { return nil }
            return own.map { certain($0, isComma: text.contains(",") && others.allSatisfy(\.hasCommas)) } ?? "\(text)?"
        case .date:
            guard let dates = dates[field.name] else { return nil }
            let own = try? dates.plain(text)
            guard dates.ofSomeCells.contains(where: { (try? $0.plain(text)) != own }) else { return nil }
            return own == text ? "\(text)?" : own ?? "\(text)?"
        default: return nil
        }
    }

    /// Numbers that others could take for another one, such as `1.250`, with how they are read. Of those that can't be,
    /// the rows are refused.
    func numbersRead(under header: [String]) -> FirstOnes<SheetFindings.Found> {
        var (count, first): (Int, [SheetFindings.Found]) = (0, [])
        for (field, column) in zip(submission.fields, columns) {
            guard let column, let numbers = decimals[field.name] else { continue }
            // All with one mark in a column are read alike.
            for written in SheetNumbers.Mark.allCases.map(numbers.doubtful) {
                let read = written.first.compactMap { row, text in
                    (try? plain(text, field)).map {
                        SheetFindings.Found(row: row, written: "\(header[column]) \(text)", meant: $0)
                    }
                }
                if !read.isEmpty { count += written.count }
                first += read
            }
        }
        return FirstOnes(count: count, first: first.sorted { $0.row < $1.row })
    }

    /// A number with a point before its decimals as nobody takes it for another one: `1.1250`.
    private func certain(_ plain: String, isComma: Bool) -> String {
        let digits = plain.drop { $0 == "-" }
        let sure = SheetNumbers.isInThousands(digits) ? plain + "0" : plain
        return isComma ? sure.replacing(".", with: ",") : sure
    }
}
