/// The leaves of the last five minutes. The deployed server takes an equal request within that time for a repeat and
/// answers with the existing leave. The caller provides the time.
package struct RecentApplications<Application: Hashable> {
    package static var window: Int { 300 }

    private var known: [Application: (id: String, seconds: Int)] = [:]

    package init() {}

    /// The leave of an equal request within the window.
    package func id(_ application: Application, now seconds: Int) -> String? {
        known[application].flatMap { seconds - $0.seconds < Self.window ? $0.id : nil }
    }

    package mutating func note(_ application: Application, id: String, now seconds: Int) {
        known[application] = (id, seconds)
    }
}
