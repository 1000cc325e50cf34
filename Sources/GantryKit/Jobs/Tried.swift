/// One of several things that were done, with what came of it. One that fails keeps none of the others from being done.
public struct Tried<Item: Sendable, Value: Sendable>: Sendable {
    /// What it was: a run, a pipeline, a place.
    public let item: Item
    /// What came of it.
    public let result: Result<Value, any Error>

    /// What came of it; `nil` where it failed.
    public var value: Value? { try? result.get() }
    /// Why it failed; `nil` where it didn't.
    public var error: (any Error)? {
        guard case .failure(let error) = result else { return nil }
        return error
    }

    /// Does each of several things, in order.
    ///
    /// - Parameters:
    ///   - isOver: Asked before each one; where it is true, the rest isn't begun. The default is that it never is.
    ///   - endsAll: Whether an error ends the rest, too. The default is that none does.
    ///   - tell: Told of each one at once.
    public static func each(
        _ items: [Item], isOver: () -> Bool = { false }, endsAll: (any Error) -> Bool = { _ in false },
        tell: (Tried) -> Void = { _ in }, _ body: (Item) async throws -> Value
    ) async -> [Tried] {
        var all: [Tried] = []
        for item in items where !isOver() {
            do {
                all.append(Tried(item: item, result: .success(try await body(item))))
                tell(all[all.count - 1])
            } catch {
                all.append(Tried(item: item, result: .failure(error)))
                tell(all[all.count - 1])
                if endsAll(error) { break }
            }
        }
        return all
    }
}
