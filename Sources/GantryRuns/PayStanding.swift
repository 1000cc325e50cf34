public import GantryEngine

/// What became of the pay of a published run.
public struct PayStanding: Equatable, Sendable {
    /// How it was delivered: `was delivered to /mnt/payroll on 2026-11-04`; `nil` where nothing was.
    public let delivered: String?
    /// The run that it corrects; `nil` for a whole period.
    public let corrects: RunID?
    /// How the run that it corrects was delivered; `nil` where nothing was, or where it corrects none.
    public let baseDelivered: String?
    /// What a person has to decide or write before it can be signed or delivered; `nil` once it was delivered, and where its
    /// files aren't here as they were published.
    public let open: Int?
    /// The signatures that are missing before it can be delivered; `nil` where nobody signs it.
    public let waits: ExportResult.WaitingSignatures?

    /// A standing with the given values.
    public init(
        delivered: String?, corrects: RunID? = nil, baseDelivered: String? = nil,
        open: Int? = nil, waits: ExportResult.WaitingSignatures? = nil
    ) {
        self.delivered = delivered
        self.corrects = corrects
        self.baseDelivered = baseDelivered
        self.open = open
        self.waits = waits
    }
}
