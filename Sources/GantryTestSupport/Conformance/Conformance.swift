/// A property of every implementation of a protocol: a test runs each one of a suite against its implementation.
///
/// ```swift
/// @Test("A journal keeps what it is told", arguments: JournalConformance.all)
/// func conforms(_ property: JournalConformance.Property) async throws {
///     … try await property.check { try openJournal() }
/// }
/// ```
public struct Conformance<Subject>: Sendable, CustomStringConvertible {
    /// The property as a sentence.
    public let description: String
    private let body: @Sendable (Opening) async throws -> Void

    /// Opens an empty subject at the first call, and the same one again at every further call.
    public typealias Opening = @Sendable () async throws -> Subject

    init(_ description: String, _ body: @escaping @Sendable (Opening) async throws -> Void) {
        self.description = description
        self.body = body
    }

    /// - Throws: `ConformanceFailure` where the property doesn't hold, or what the subject threw.
    public func check(_ open: Opening) async throws { try await body(open) }
}

/// A property that doesn't hold, and where it was found.
public struct ConformanceFailure: Error, CustomStringConvertible {
    /// What does not hold, with the file and line of the check.
    public let description: String
}

func require(_ holds: Bool, _ what: String, line: Int = #line, file: String = #fileID) throws {
    if !holds { throw ConformanceFailure(description: "\(what) (\(file):\(line))") }
}

func requireEqual<T: Equatable>(
    _ found: T, _ expected: T, what: String, line: Int = #line, file: String = #fileID
) throws {
    try require(found == expected, "\(what): found \(found), expected \(expected)", line: line, file: file)
}

func requireThrows(
    _ what: String, line: Int = #line, file: String = #fileID, _ body: () async throws -> Void
) async throws {
    do { try await body() } catch { return }
    throw ConformanceFailure(description: "\(what): nothing was thrown (\(file):\(line))")
}
