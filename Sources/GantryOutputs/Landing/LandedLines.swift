package import GantryConnectors
package import GantryJSON
internal import GantryModel

extension Dataset {
    /// Finds the landed lines that may belong to records with these numbers; `nil` if all lines must be examined.
    ///
    /// Only a key that is a number itself can be identified by a line. The numbers of other keys are hashes, even if
    /// the text consists of digits.
    package func lines(ofNumbers numbers: Set<Int64>) -> LeadingID? {
        if !id.isEmpty, case .integer = shape.blank.key { LeadingID(key: id, ids: numbers) } else { nil }
    }
}
