public import GantryEngine

/// What became of the pay of a published run.
public struct PayStanding: Equatable, Sendable {
    /// How it was delivered, or may have been: `was delivered to /mnt/payroll on 2026-11-04`; `nil` where nothing was.
    public let delivered: String?
    /// What receipts call the places whose delivery was begun and isn't known to have ended, and those that have nothing
    /// yet although the files go there too; `nil` where there is none.
    public let unfinished: [String]?
    /// The run that it corrects; `nil` for a whole period.
    public let corrects: RunID?
    /// Whether it corrects by the settings of when it was made, and not by those of what it corrects.
    public let usesNewSettings: Bool
    /// How the run that it corrects was delivered; `nil` where nothing was, or where it corrects none.
    public let baseDelivered: String?
    /// A later revision than the one that it corrects which was delivered before this one; `nil` where none was.
    public let deliveredSince: RunID?
    /// How many findings wait for a person, as `Gantry.review` finds them; `nil` once it was delivered, and where it
    /// can't be reviewed.
    public let open: Int?
    /// How many of these no decision mends, since a value doesn't fit a file: it is corrected, and the file written again.
    public let misfits: Int
    /// Whether decisions were made that its files don't show yet; false where that isn't known.
    public let needsRewrite: Bool
    /// The signatures that are missing before it can be delivered; `nil` where nobody signs it.
    public let waits: ExportResult.WaitingSignatures?
    /// Whether no file carries what it changes, so that somebody types it; false for a whole period.
    public let isTyped: Bool
    /// What nobody here knows of the pay of its period, before which nothing of it is signed or delivered; `nil` where
    /// all is known.
    public let doubt: PayDoubt?

    /// A run that no longer pays what this one was delivered without, as paid by it; `nil` where there is none.
    public let lapsed: RunID?

    /// A standing with the given values.
    public init(
        delivered: String?, unfinished: [String]? = nil, corrects: RunID? = nil, usesNewSettings: Bool = false,
        baseDelivered: String? = nil, deliveredSince: RunID? = nil, open: Int? = nil, misfits: Int = 0,
        needsRewrite: Bool = false,
        waits: ExportResult.WaitingSignatures? = nil, isTyped: Bool = false, doubt: PayDoubt? = nil,
        lapsed: RunID? = nil
    ) {
        self.delivered = delivered
        self.unfinished = unfinished
        self.corrects = corrects
        self.usesNewSettings = usesNewSettings
        self.baseDelivered = baseDelivered
        self.deliveredSince = deliveredSince
        self.open = open
        self.misfits = misfits
        self.needsRewrite = needsRewrite
        self.waits = waits
        self.isTyped = isTyped
        self.doubt = doubt
        self.lapsed = lapsed
    }
}

extension PayStanding {
    /// What a published run of pay needs before its pay has arrived.
    public enum Need: Equatable, Sendable {
        /// Nothing: it was delivered, or typed.
        case nothing
        /// A new revision, since what it corrects isn't what was delivered last, or what it holds as paid isn't paid.
        ///
        /// - Parameter usesNewSettings: whether it pays by today's settings, as the correction did that it takes the
        ///   place of.
        case remaking(isSigned: Bool, usesNewSettings: Bool = false)
        /// A look at why it can't be reviewed.
        case look
        /// Decisions about so many findings.
        case decisions(Int)
        /// Values corrected that a file couldn't hold, and its files written again, those of a correction by a new
        /// revision.
        ///
        /// - Parameter usesNewSettings: as of `remaking`.
        case mending(isCorrection: Bool, isSigned: Bool, usesNewSettings: Bool = false)
        /// Its files written again, since decisions are newer than they are.
        case files
        /// The first signature, by one of these people; none where they aren't known.
        case preparation(by: [String])
        /// The second signature, by one of these people; none where they aren't known.
        case approval(by: [String])
        /// Its files brought to the payroll program.
        case delivery(isSigned: Bool)
        /// What it changes typed into the payroll program.
        case typing(isSigned: Bool)
        /// The end of a delivery that was begun, to what receipts call the place; `nil` where nobody knows it.
        case finishing(to: String?, isSigned: Bool)
        /// Somebody's answer whether pay was delivered, which nobody here knows since the workspace was restored.
        case answer(PayDoubt, isSigned: Bool)
    }

    /// What it needs next.
    public var need: Need {
        if let doubt { return .answer(doubt, isSigned: waits != nil) }
        if let unfinished { return .finishing(to: unfinished.first, isSigned: waits != nil) }
        guard delivered == nil else { return lapsed == nil ? .nothing : .remaking(isSigned: waits != nil) }
        if corrects != nil, baseDelivered == nil || deliveredSince != nil {
            return .remaking(isSigned: waits != nil, usesNewSettings: usesNewSettings)
        }
        guard let open else { return .look }
        if open > misfits { return .decisions(open - misfits) }
        if misfits > 0 {
            return .mending(
                isCorrection: corrects != nil, isSigned: waits != nil, usesNewSettings: usesNewSettings)
        }
        if needsRewrite { return .files }
        guard let waits, waits.count > 0 else {
            return isTyped ? .typing(isSigned: waits != nil) : .delivery(isSigned: waits != nil)
        }
        return waits.count == 1 ? .approval(by: waits.people) : .preparation(by: waits.people)
    }
}
