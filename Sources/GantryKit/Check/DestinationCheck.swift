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
            let found = try await prove(destination)
            if let left = found.left {
                return CheckFinding(
                    .delivery, is: .warning, "\(proof); it can't be removed: \(left)",
                    advice:
                        "The account may write but not delete, which is enough to deliver. Remove the object yourself.")
            }
            guard !found.replaces else {
                return CheckFinding(
                    .delivery, is: .warning, "\(proof), and the server renames it onto another one, which is replaced",
                    advice:
                        "A file of another program that gets the same name in the moment after the look would be lost. Let nothing else write there, or ask for a server whose rename refuses a name that is taken."
                )
            }
            return CheckFinding(.delivery, is: .good, "\(proof); it was removed again")
        } catch {
            return CheckFinding(.delivery, error)
        }
    }
}
