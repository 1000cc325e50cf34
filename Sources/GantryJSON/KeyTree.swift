/// The keys of a record type and the target of each: a field, or an object with keys of its own.
///
/// A target is the index of a field, or below 0 one of the numbers here.
@usableFromInline
struct KeyTree: Sendable {
    struct Object: Sendable {
        var names: [[UInt8]] = []
        var targets: [Int] = []
        /// A field in this object, for messages about it, and the path of the object itself.
        var firstField: Int
        var path: String
    }

    /// A key that no field has.
    @usableFromInline static let unused = -1
    /// A key that is cut out with its value.
    @usableFromInline static let sensitive = -2
    /// The first object in the record; the next has a number less.
    @usableFromInline static let firstObject = -2
    /// Another name of the first field; that of the next has a number less.
    @usableFromInline static let firstAlias = -1_000
    /// Positions per object whose keys are remembered.
    @usableFromInline static let slots = 64

    /// The record itself, then the objects in it that hold fields.
    let objects: [Object]

    /// - Parameters:
    ///   - names: the fields' names; a point leads into an object.
    ///   - others: for each field the other names that are read.
    init(_ names: [String], others: [[String]] = []) {
        var objects = [Object(firstField: 0, path: "")]
        let all =
            names.enumerated().map { ($0, $1, $0) }
            + others.enumerated().flatMap { field, names in names.map { (field, $0, KeyTree.firstAlias - field) } }
        for (field, name, leaf) in all {
            var object = 0
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            for part in parts.dropLast() {
                let key = Array(part.utf8)
                if let known = objects[object].names.firstIndex(of: key) {
                    let target = objects[object].targets[known]
                    precondition(
                        target < KeyTree.sensitive && target > KeyTree.firstAlias,
                        "\(name): \(part) is a field and can't be an object too")
                    object = KeyTree.firstObject - target
                } else {
                    let path = objects[object].path.isEmpty ? String(part) : objects[object].path + "." + part
                    objects[object].names.append(key)
                    objects[object].targets.append(KeyTree.firstObject - objects.count)
                    object = objects.count
                    objects.append(Object(firstField: field, path: path))
                }
            }
            objects[object].names.append(Array(parts[parts.count - 1].utf8))
            objects[object].targets.append(leaf)
        }
        precondition(names.count <= 64 && objects.count <= 64, "a record has at most 64 fields and 64 objects")
        self.objects = objects
    }

    func target(of key: [UInt8], in object: Int) -> Int {
        guard let index = objects[object].names.firstIndex(of: key) else { return KeyTree.unused }
        return objects[object].targets[index]
    }
}

/// A key as the record before had it at some position, quotes included.
@usableFromInline
struct SeenKey: Sendable {
    @usableFromInline let start: Int
    @usableFromInline let count: Int
    @usableFromInline let target: Int

    /// No key: longer than any.
    @usableFromInline static let unknown = SeenKey(start: 0, count: Int.max, target: KeyTree.unused)
}
