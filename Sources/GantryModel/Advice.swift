/// What a person can do about an error: sentences in which Gantry's own actions are values, because each front end
/// spells them in its own way.
///
/// Written as a literal: `"Run again with \(.startOver) to fetch the batch anew."`
public struct Advice: Sendable, Equatable, ExpressibleByStringInterpolation {
    /// Something that Gantry can be asked to do.
    public enum Action: Sendable, Equatable {
        // With the same request.
        case startOver
        case nextRevision
        case acceptUnknown
        case resendUnknown
        case openPeriod
        case signUp
        case signature
        case because
        case again
        case typed
        case newSettings
        case althoughDelivered
        case althoughAbsent
        case wasTaken
        case sendAnew
        case alsoForgotten
        case period(String)
        case sheet(path: String)
        case tab(String)
        case files(folder: String)
        case setting(key: String, value: String)
        case otherConfiguration
        case otherWorkspace

        // On their own.
        case run(pipeline: String, period: String)
        case show(run: String)
        case review(run: String)
        case rewrite(run: String)
        case decide
        case verify(run: String)
        case sign(run: String)
        /// `to` is what receipts call the place, where it is known; `isSigned`, whether somebody signs the run.
        case deliver(run: String, to: String? = nil, isSigned: Bool = true)
        case verifyFolder
        case forget(run: String)
        case withdraw(run: String)
        case withdrawSignatures(run: String)
        case adopt(folder: String)
        /// Of a copy of the exports in another workspace.
        case adoptElsewhere
        case neverDelivered(folder: String)
        /// As `deliver`.
        case wasDelivered(run: String, to: String? = nil, isSigned: Bool = true)
        case wasTyped(run: String)
        case listRuns
        case listDatasets
        case validate(file: String)
        case logIn(connection: String)
        case whoAmI(connection: String)
        case check(connection: String)
    }

    private enum Part: Sendable, Equatable {
        case text(String)
        case action(Action)
    }

    private var parts: [Part] = []

    /// Advice that asks nothing of Gantry.
    public init(_ text: String) { append(text) }

    public init(stringLiteral text: String) { self.init(text) }

    public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.advice }

    /// The sentences with each action as `spelling` writes it.
    public func text(spelling: (Action) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .action(let action): spelling(action)
            }
        }.joined()
    }

    /// The one after the other; nothing is put between them.
    public static func + (first: Advice, second: Advice) -> Advice {
        var sum = first
        for part in second.parts {
            switch part {
            case .text(let text): sum.append(text)
            case .action: sum.parts.append(part)
            }
        }
        return sum
    }

    /// Adjacent texts are one part, so that equal advice is equal however it was put together.
    private mutating func append(_ text: String) {
        guard !text.isEmpty else { return }
        if case .text(let before) = parts.last {
            parts[parts.count - 1] = .text(before + text)
        } else {
            parts.append(.text(text))
        }
    }

    /// Accepts actions besides everything that has a text.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var advice = Advice("")

        public init(literalCapacity _: Int, interpolationCount _: Int) {}

        public mutating func appendLiteral(_ literal: String) { advice.append(literal) }

        public mutating func appendInterpolation(_ action: Action) { advice.parts.append(.action(action)) }

        /// Each of the actions.
        public mutating func appendInterpolation(_ actions: [Action]) {
            for (index, action) in actions.enumerated() {
                if index > 0 { appendLiteral(" and ") }
                appendInterpolation(action)
            }
        }

        public mutating func appendInterpolation(_ value: some CustomStringConvertible) {
            advice.append(value.description)
        }
    }
}
