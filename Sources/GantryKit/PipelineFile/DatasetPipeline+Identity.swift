internal import GantryModel
internal import GantryOutputs

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
                lines += output.identity(at: "\(path).outputs[\(number)]")
            }
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
