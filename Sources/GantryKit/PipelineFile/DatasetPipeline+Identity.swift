package import GantryEngine
internal import GantryModel
internal import GantryOutputs

extension DatasetPipeline {
    /// Everything of the file that can change the exported bytes, as `PipelineFile.settings`.
    package var settings: [RunIdentity.Setting] {
        var settings = [RunIdentity.Setting("identity", "1")]
        func add(_ key: String, _ value: String) { settings.append(RunIdentity.Setting(key, value)) }
        add("pipeline", literal(name))
        add("connection", literal(connection))
        for (index, step) in steps.enumerated() {
            let path = "datasets[\(index)]"
            add("\(path).dataset", literal(step.dataset))
            add("\(path).page-size", "\(step.pageSize)")
            for filter in step.filters { add("\(path).filters.\(filter.name)", literal(filter.value)) }
            if step.isWithinPeriod { add("\(path).within", "period") }
            if step.isSinceLastRun {
                add("\(path).since", "last-run")
                add("\(path).narrowed-by", "\(step.filters.count)")
            }
            switch step.forEach {
            case .datasets(let names)? where names.count == 1: add("\(path).for-each", literal(names[0]))
            case .datasets(let names)?:
                for (number, name) in names.enumerated() {
                    add("\(path).for-each[\(number)]", literal(name))
                }
            case .file(let name)?: add("\(path).for-each.file", literal(name))
            case nil: break
            }
            for (number, output) in step.outputs.enumerated() {
                settings += output.settings(at: "\(path).outputs[\(number)]")
            }
        }
        return settings
    }
}
