package import GantryEngine

extension Pipeline.RejectBudget {
    /// The same as the engine takes it.
    package var budget: GantryEngine.RejectBudget {
        switch self {
        case .count(let most): .records(most)
        case .share(let hundredths): .basisPoints(hundredths)
        }
    }
}
