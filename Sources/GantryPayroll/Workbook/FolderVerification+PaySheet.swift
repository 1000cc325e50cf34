internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

extension FolderVerification {
    /// The pay lines of a workbook, compared with those that are known.
    mutating func checkPaySheet(_ file: JSONTree, at figure: String, known: inout [PayLines]) {
        guard let name = file["file"]?.text else { return }
        let path = "data/\(name)"
        do {
            guard let table = try WorkbookReader("\(folder)/\(path)").table(WorkbookFormat.pay) else {
                if document["pay"] != nil { find(path, "it has no sheet \(WorkbookFormat.pay)") }
                return
            }
            let columns = PayCSVColumns(isByProject: isByProject)
            compare(try PayLines(origin: path, csv: table.bytes(), .machine, columns), with: &known)
        } catch let error as any ExplainedError {
            find(path, error.explanation)
        } catch {
            find(path, "it can't be read: \(error)")
        }
    }
}
