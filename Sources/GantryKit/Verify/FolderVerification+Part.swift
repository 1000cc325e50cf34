internal import GantryConnectors
internal import GantryFormats
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs
internal import GantryRuns

extension FolderVerification {
    /// A part holds what was fetched, and nothing is said of it but how much that is.
    mutating func checkPart(_ part: JSONTree, _ bag: BagReport) throws {
        guard let document = try? part.decoded(PartDocument.self), PartNumber(document.part) != nil, document.isBounded
        else {
            return find(Self.totalsPath, "part is not as this version writes it")
        }
        var records = 0
        for (index, stage) in document.stages.enumerated() {
            let path = "data/\(stage.file)"
            show("\(path), record by record")
            do {
                let found = try LandingFile<WorkEntry>.countRecords("\(folder)/\(path)")
                compare("part.stages[\(index)].records", with: .integer(found), origin: path)
                records += found
            } catch let error as any ExplainedError {
                find(path, error.explanation)
            }
        }
        let known = Set(document.stages.map { "data/\($0.file)" } + [Self.totalsPath])
        for file in bag.intact where !known.contains(file.path) {
            find(file.path, "\(Self.totalsPath) doesn't list it, so its contents can't be checked")
        }
        if findings.isEmpty {
            prove(
                "Part \(document.part): \(counted(records, "record")) as the server sent \(records == 1 ? "it" : "them"), as many as \(Self.totalsPath) says."
            )
        }
        compare("counts.fetched", with: .integer(records), origin: "the files")
        leaveOpen("what the records say: that is checked when the parts are merged")
    }
}
