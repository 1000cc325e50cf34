package import GantryConnectors
package import GantryJSON
internal import GantryModel

extension DatasetRecord {
    /// Finds the landed lines that can be of records with these numbers; `nil` where all lines must be looked at.
    ///
    /// Only a key that is a number itself can be told from a line. The numbers of other keys are hashes, also of a text
    /// that is sent as digits.
    package static func lines(ofNumbers numbers: Set<Int64>) -> LeadingID? {
        if case .integer = Self().key { LeadingID(key: idKey, ids: numbers) } else { nil }
    }
}
