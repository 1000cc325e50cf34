internal import GantryFiles

/// Why going through a file ended early.
enum InspectionStop: Error {
    /// It can't be read.
    case file(FileError)
    /// It doesn't have the structure of its type; both on one line.
    case damaged(found: String, expected: String)

    /// The file ends before what was begun in it.
    static func cutShort(in part: String) -> InspectionStop {
        .damaged(found: "a file that ends in the middle of \(part)", expected: "the complete file")
    }
}
