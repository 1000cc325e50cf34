public import GantryEngine

/// What became of the pay of a published run.
public struct PayStanding: Equatable, Sendable {
    /// How it was delivered: `was delivered to /mnt/payroll on 2026-11-04`; `nil` where nothing was.
    public let delivered: String?
    /// The run that it corrects; `nil` for a whole period.
    public let corrects: RunID?
    /// How the run that it corrects was delivered; `nil` where nothing was, or where it corrects none.
    public let baseDelivered: String?
    /// How many findings wait for a person, as `Gantry.review` finds them; `nil` once it was delivered, and where it can't be
    /// reviewed.
    public let open: Int?
    /// Whether decisions were made that its files don't show yet; false where that isn't known.
    public let needsRewrite: Bool
    /// The signatures that are missing before it can be delivered; `nil` where nobody signs it.
    public let waits: ExportResult.WaitingSignatures?

    /// A standing with the given values.
    public init(
        delivered: String?, corrects: RunID? = nil, baseDelivered: String? = nil,
        open: Int? = nil, needsRewrite: Bool = false, waits: ExportResult.WaitingSignatures? = nil
    ) {
        self.delivered = delivered
        self.corrects = corrects
        self.baseDelivered = baseDelivered
        self.open = open
        self.needsRewrite = needsRewrite
        self.waits = waits
    }
}
