package import GantryEngine

/// A pay file that is not in an export, because a value doesn't fit its layout.
package struct LeftOutFile: Sendable {
    package let name: String
    /// The layout's name.
    package let profile: String
    /// The values, as rows of the list that the export has of them.
    package let rows: [[String?]]
    /// What stops a run that may not publish without the file.
    package let error: RunError
}
