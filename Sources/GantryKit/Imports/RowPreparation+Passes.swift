internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryMedia
internal import GantryModel

extension RowPreparation {
    /// Checks several rows, those with files side by side: reading and hashing is most of the work.
    @concurrent
    static func check(_ items: [SheetItem], with rows: RowPreparation<Row>) async -> [Checked] {
        let time = now()
        guard Row.kind.files != nil else { return items.map { rows.check($0, at: time) } }
        let lanes = 4
        return await withTaskGroup(of: [(Int, Checked)].self) { tasks in
            for lane in 0..<lanes {
                tasks.addTask {
                    stride(from: lane, to: items.count, by: lanes).map { ($0, rows.check(items[$0], at: time)) }
                }
            }
            var checked: [(Int, Checked)] = []
            for await part in tasks { checked += part }
            return checked.sorted { $0.0 < $1.0 }.map(\.1)
        }
    }
}

extension ImportRequest {
    var privacy: PhotoPrivacy { pipeline.files.privacy.flatMap(PhotoPrivacy.init(rawValue:)) ?? .allButOrientation }
}
