internal import GantryModel

extension DatasetPipeline {
    /// Everything of the file that can change the exported bytes: one `key: value` per line, as
    /// `PipelineFile.identity`.
    package var identity: String {
        var lines = ["identity: 1", "pipeline: \(literal(name))", "connection: \(literal(connection))"]
        for (index, step) in steps.enumerated() {
            let path = "datasets[\(index)]"
            lines.append("\(path).dataset: \(literal(step.dataset))")
            lines.append("\(path).page-size: \(step.pageSize)")
            for filter in step.filters { lines.append("\(path).filters.\(filter.name): \(literal(filter.value))") }
            if step.isWithinPeriod { lines.append("\(path).within: period") }
            if step.isSinceLastRun {
                lines.append("\(path).since: last-run")
                lines.append("\(path).narrowed-by: \(step.filters.count)")
            }
            switch step.forEach {
            case .datasets(let names)? where names.count == 1: lines.append("\(path).for-each: \(literal(names[0]))")
            case .datasets(let names)?:
                for (number, name) in names.enumerated() {
                    lines.append("\(path).for-each[\(number)]: \(literal(name))")
                }
            case .file(let name)?: lines.append("\(path).for-each.file: \(literal(name))")
            case nil: break
            }
            for (number, output) in step.outputs.enumerated() {
                lines += DatasetPipeline.identity(output, "\(path).outputs[\(number)]")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func identity(_ output: Output, _ path: String) -> [String] {
        var lines = ["\(path).file: \(literal(output.file))", "\(path).format: \(output.format.name)"]
        switch output.format {
        case .csv(let dialect, let list, let columns):
            lines.append("\(path).dialect: \(dialect.rawValue)")
            if let list { lines.append("\(path).list: \(literal(list))") }
            lines += PipelineFile.identity(columns, path)
        case .exceptionsCSV(let dialect): lines.append("\(path).dialect: \(dialect.rawValue)")
        case .archive(let compression): lines.append("\(path).compression: \(compression.rawValue)")
        }
        return lines
    }
}
