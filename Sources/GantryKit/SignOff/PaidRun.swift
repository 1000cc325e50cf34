public import GantryEngine
internal import GantryFiles
public import GantryModel
internal import GantryRuns

/// A payroll run that a payroll program has, or may have: of its pipeline and period the newest, whose records are all
/// that was delivered of them.
public struct PaidRun: Sendable, Equatable {
    /// How it is known.
    public enum Proof: String, Sendable {
        /// The book of signatures says that it was delivered.
        case signed
        /// The journal says so; nobody signed it.
        case unsigned
        /// A delivery was begun, signed or not, and isn't known to have ended: the receiver may have it.
        case begun
        /// Somebody typed what differs, as the book or the journal says.
        case typed
        /// Nobody knows: it was restored, or entered from its folder.
        case unknown
    }

    /// The run.
    public let run: RunID
    /// The days that it pays.
    public let period: PayPeriod
    /// How it is known.
    public let proof: Proof
    /// What receipts call the places that have its files; empty where it was typed, or where nobody knows.
    public private(set) var places: [String]
    /// What receipts call those of them whose delivery was begun and isn't known to have ended.
    public let unfinished: [String]
    /// Since when the first place has it; `nil` where nobody knows.
    public let time: Instant?

    /// The SHA-256 of the statement that was signed; `nil` where nobody signed it.
    let statement: ContentDigest?
    /// Whether the book of signatures says that it was delivered or typed.
    let isInBook: Bool

    /// The same with the address of a place whose name has another one now.
    func moved(from name: String, whichWas address: String) -> PaidRun {
        var moved = self
        moved.places = places.map { $0 == name ? address : $0 }
        return moved
    }

    /// Why a correction of it isn't delivered to a place.
    func isElsewhere(than place: String, for correction: RunID) -> DeliveryError {
        .lacksBase(correction, run, deliveredTo: places, at: place)
    }

    /// `was delivered to /mnt/payroll on 2026-11-04`
    public var words: String {
        let day = time.map { " on \($0.utcDate)" } ?? ""
        let to = listed(places.map { singleLine($0, limit: 1_000) }, "and")
        return switch proof {
        case .signed, .unsigned: "was delivered to \(to)\(day)"
        case .begun: "may have been delivered to \(to): that was begun\(day) and isn't finished"
        case .typed: "was typed into the payroll program\(day)"
        case .unknown: "may have been delivered before it was restored or entered from its folder"
        }
    }
}
