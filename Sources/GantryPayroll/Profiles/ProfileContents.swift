/// What a file of a profile holds, read back by the profile alone.
package struct ProfileContents: Equatable, Sendable {
    /// Whose units of what: as the file knows employees and codes, by number and code or else by name and title.
    package struct Key: Hashable, Sendable {
        package var person: String
        package var item: String

        package init(person: String, item: String) {
            self.person = person
            self.item = item
        }
    }

    /// Units and amounts in billionths; units of minutes where the layout writes hours and minutes.
    package struct Sum: Equatable, Sendable {
        package var units: Int128 = 0
        /// `nil` where the layout shows no amounts.
        package var amount: Int128?
        /// What proves the first and last days of its rows, by `StretchProof`; 0 where rows show none.
        package var stretches: Int128 = 0

        /// Adds those of other rows.
        package mutating func add(_ other: Sum) {
            units += other.units
            if let more = other.amount { amount = (amount ?? 0) + more }
            stretches &+= other.stretches
        }
    }

    package var rows = 0
    package var lines: [Key: Sum] = [:]
    /// The code or title of every row, with what its rows add up to.
    package var items: [String: Sum] = [:]

    package init() {}
}
