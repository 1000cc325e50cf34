/// What each column of a described submission is to the server: where the requests have its value.
struct ColumnPlaces {
    /// By the columns, in their order. No two are the same.
    let names: [String]

    init(_ described: DescribedSubmission) {
        var alone: [(place: String, column: Int)] = []
        var inPaths: [(place: String, column: Int)] = []
        var amongOthers: [(place: String, column: Int)] = []
        for step in described.steps {
            let query = step.query.map { (place: "?" + $0.name, pieces: $0.value) }
            let headers = step.headers.map { (place: $0.name + ":", pieces: $0.value) }
            for (place, pieces) in (step.body?.places(under: "") ?? []) + query + headers {
                for case .column(let column) in pieces {
                    // What is made of several values can come and go beside each of them.
                    if pieces.count == 1 { alone.append((place, column)) } else { amongOthers.append((place, column)) }
                }
            }
            guard case .path(let pieces) = step.target else { continue }
            var above = ""
            for piece in pieces {
                switch piece {
                // The beginning of a path can change with the version of the server.
                case .text(let text): above = text.split(separator: "/").last.map(String.init) ?? above
                case .column(let column): inPaths.append(("/\(above)", column))
                case .mark, .step, .fileName, .fileType: break
                }
            }
        }
        var names = [String?](repeating: nil, count: described.columns.count)
        var uses: [String: Int] = [:]
        let own = described.columns.enumerated().map { (place: $1.name, column: $0) }
        for (place, column) in alone + inPaths + amongOthers + own where names[column] == nil {
            let use = uses[place, default: 0] + 1
            uses[place] = use
            names[column] = use == 1 ? place : "\(place) \(use)"
        }
        self.names = names.map { $0 ?? "" }
    }
}

extension BodyTree {
    /// The texts in it that have columns, by the keys that lead to them.
    fileprivate func places(under place: String) -> [(place: String, pieces: [RowPiece])] {
        switch self {
        case .constant: []
        case .text(let pieces): [(place, pieces)]
        case .column(let column, _, _): [(place, [.column(column)])]
        case .list(let items): items.flatMap { $0.places(under: place) }
        case .object(let members):
            members.flatMap { $0.value.places(under: place.isEmpty ? $0.key : "\(place).\($0.key)") }
        }
    }
}
