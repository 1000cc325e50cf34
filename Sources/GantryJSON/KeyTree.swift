internal import GantryModel

/// The keys of a record type and the target of each: a field, or an object with keys of its own.
///
/// A target is the index of a field, or below 0 one of the numbers here.
struct KeyTree: Sendable {
    struct Object: Sendable {
        var names: [[UInt8]] = []
        var targets: [Int] = []
        /// For a list: which of its elements are read, with the target of each.
        var elements: [Element] = []
        /// A field in this object, for messages about it, and the path of the object itself.
        var firstField: Int
        /// A bit for each field in it.
        var fields: UInt64 = 0
        var path: String

        var isList: Bool { !elements.isEmpty }
    }

    /// An element of a list: at a place, or the one in which a key has a text.
    struct Element: Sendable {
        let place: Int?
        let key: [UInt8]
        let text: [UInt8]
        let target: Int

        init(_ step: PathStep, target: Int) {
            switch step {
            case .index(let place): (self.place, key, text) = (place, [], [])
            case .element(let key, let text): (place, self.key, self.text) = (nil, Array(key.utf8), Array(text.utf8))
            case .key(let key): (place, self.key, text) = (nil, Array(key.utf8), [])
            }
            self.target = target
        }

        func isFor(_ step: PathStep) -> Bool {
            switch step {
            case .index(let place): self.place == place
            case .element(let key, let text):
                place == nil && self.key.elementsEqual(key.utf8) && self.text.elementsEqual(text.utf8)
            case .key: false
            }
        }
    }

    /// A key that no field has.
    static let unused = -1
    /// A key that is cut out with its value.
    static let sensitive = -2
    /// The first object in the record; the next has a number less.
    static let firstObject = -2
    /// Another name of the first field; that of the next has a number less.
    static let firstAlias = -1_000
    /// Positions per object whose keys are remembered.
    static let slots = 64

    /// The record itself, then the objects in it that hold fields.
    let objects: [Object]
    /// A bit for each object that is a list.
    let lists: UInt64

    /// - Parameters:
    ///   - paths: where the fields are.
    ///   - others: for each field the other names that are read; a point leads into an object.
    init(_ paths: [[PathStep]], others: [[String]] = []) {
        var objects = [Object(firstField: 0, path: "")]
        let all =
            paths.enumerated().map { ($0, $1, $0) }
            + others.enumerated().flatMap { field, names in
                names.map { name in
                    let path = name.split(separator: ".", omittingEmptySubsequences: false)
                    return (field, path.map { PathStep.key(String($0)) }, KeyTree.firstAlias - field)
                }
            }
        for (field, path, leaf) in all {
            var object = 0
            for step in path.dropLast() {
                if let target = objects[object].target(of: step) {
                    precondition(
                        target < KeyTree.sensitive && target > KeyTree.firstAlias,
                        "\(path): \(step) is a field and can't be an object too")
                    object = KeyTree.firstObject - target
                } else {
                    let inner = Object(firstField: field, path: objects[object].path(of: step))
                    objects[object].add(step, KeyTree.firstObject - objects.count)
                    object = objects.count
                    objects.append(inner)
                }
                objects[object].fields |= 1 << UInt64(field)
            }
            if let last = path.last { objects[object].add(last, leaf) }
        }
        precondition(paths.count <= 64 && objects.count <= 64, "a record has at most 64 fields and 64 objects")
        self.objects = objects
        lists = objects.indices.reduce(0) { objects[$1].isList ? $0 | 1 << UInt64($1) : $0 }
    }

    func target(of key: [UInt8], in object: Int) -> Int {
        guard let index = objects[object].names.firstIndex(of: key) else { return KeyTree.unused }
        return objects[object].targets[index]
    }
}

extension KeyTree.Object {
    fileprivate func target(of step: PathStep) -> Int? {
        guard case .key(let key) = step else { return elements.first { $0.isFor(step) }?.target }
        return names.firstIndex { $0.elementsEqual(key.utf8) }.map { targets[$0] }
    }

    fileprivate mutating func add(_ step: PathStep, _ target: Int) {
        guard case .key(let key) = step else { return elements.append(KeyTree.Element(step, target: target)) }
        names.append(Array(key.utf8))
        targets.append(target)
    }

    fileprivate func path(of step: PathStep) -> String {
        switch step {
        case .key(let key): path.isEmpty ? key : "\(path).\(key)"
        case .index(let place): "\(path)[\(place)]"
        case .element(let key, let text): "\(path)[\(key)=\(text)]"
        }
    }
}

/// A key as the record before had it at some position, quotes included.
struct SeenKey: Sendable {
    let start: Int
    let count: Int
    let target: Int

    /// No key: longer than any.
    static let unknown = SeenKey(start: 0, count: Int.max, target: KeyTree.unused)
}
