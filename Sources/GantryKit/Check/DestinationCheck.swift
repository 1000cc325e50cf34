internal import GantryAccounts
internal import GantryModel
internal import GantryRuns

extension DeliveryPlaces {
    /// Whether files can be brought to a destination.
    func check(_ destination: Destination) async -> CheckFinding {
        do {
            let proof =
                destination.kind == .s3
                ? "a small object was stored, and not replaced by another one" : "a small file was written and compared"
            guard let left = try await prove(destination) else {
                return CheckFinding(.delivery, is: .good, "\(proof); it was removed again")
            }
            return CheckFinding(
                .delivery, is: .warning, "\(proof); it can't be removed: \(left)",
                advice: "The account may write but not delete, which is enough to deliver. Remove the object yourself.")
        } catch {
            return CheckFinding(.delivery, error)
        }
    }
}
