internal import GantryTerminal

/// Forms that were sent, so that the same one twice does it once.
package actor SentForms {
    /// None so far.
    package init() {}

    /// What was done with a form.
    package struct Done: Sendable {
        /// How many decisions or signatures were added; 0 for what was done before.
        let added: Int
        /// The command that does the same.
        let command: ShellCommand
    }

    /// So many are remembered; a browser doesn't send an older one again by itself.
    private static let most = 1_000

    private var numbers: [String] = []
    /// What was done with each; nothing while that is under way.
    private var done: [String: Done] = [:]

    /// Notes that something is done with a form.
    /// - Returns: whether nothing was before.
    package func begin(_ number: String) -> Bool {
        guard !numbers.contains(number) else { return false }
        if numbers.count >= SentForms.most { done[numbers.removeFirst()] = nil }
        numbers.append(number)
        return true
    }

    /// Notes that nothing was done, so that it may be sent again.
    package func undo(_ number: String) { numbers.removeAll { $0 == number } }

    package func end(_ number: String, _ done: Done) { self.done[number] = done }

    subscript(_ number: String) -> Done? { done[number] }
}
