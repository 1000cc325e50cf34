/// The leaves that were asked for in the last five minutes. The deployed server takes the same request within that time
/// for a repeat and answers with the leave that it has. Pure: the caller brings the time.
package struct RecentApplications<Application: Hashable> {
    package static var window: Int { 300 }

    private var known: [Application: (id: String, seconds: Int)] = [:]

    package init() {}

    /// The leave that the same request made within the window.
    package func id(_ application: Application, now seconds: Int) -> String? {
        known[application].flatMap { seconds - $0.seconds < Self.window ? $0.id : nil }
    }

    package mutating func note(_ application: Application, id: String, now seconds: Int) {
        known[application] = (id, seconds)
    }
}

extension LeaveApplication {
    /// What makes two requests the same: not the number of days, nor what is said of certificates.
    var repeatKey: [String] { [type, firstDay.text, lastDay.text, reason] }
}
