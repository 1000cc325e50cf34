/// The names that a JSON Schema of pipeline files allows.
struct SchemaNames: Decodable {
    struct Words: Decodable {
        let words: [String]
        enum CodingKeys: String, CodingKey { case words = "enum" }
    }
    /// Words of this build, or names of other systems.
    struct Names: Decodable {
        let words: [String]
        init(from decoder: any Decoder) throws {
            struct Either: Decodable { let oneOf: [Choice] }
            struct Choice: Decodable {
                let words: [String]?
                enum CodingKeys: String, CodingKey { case words = "enum" }
            }
            words = try Either(from: decoder).oneOf.compactMap(\.words).flatMap(\.self)
        }
    }
    struct Defs: Decodable {
        let dataset: Names
        let field: Words
    }
    struct Keys: Decodable {
        struct Anything: Decodable {}
        let properties: [String: Anything]
    }
    struct Properties: Decodable { let checks: Keys }
    let defs: Defs
    let properties: Properties
    enum CodingKeys: String, CodingKey {
        case defs = "$defs"
        case properties
    }
}
