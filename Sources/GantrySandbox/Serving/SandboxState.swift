import Synchronization

/// What the requests of one running sandbox share.
final class SandboxState: Sendable {
    let backend: Backend
    let effects: EffectLedger
    let pageDelay: Duration
    let schedule: Mutex<FaultSchedule>
    let log = Mutex(RequestLog())

    var system: SandboxSystem { effects.system }
    var endpoints: [Endpoint] { backend.endpoints }

    init(backend: Backend, effects: EffectLedger, _ configuration: SandboxConfiguration) {
        self.backend = backend
        self.effects = effects
        pageDelay = configuration.pageDelay
        let names = backend.endpoints.map(\.name)
        schedule = Mutex(
            FaultSchedule(configuration.faults.filter { fault in fault.endpoint.map(names.contains) ?? true }))
    }

    /// - Throws: ``SandboxError`` with `.unreadableFault` when the fault names an unknown endpoint.
    func check(_ fault: Fault) throws(SandboxError) { try SandboxState.check(fault, among: endpoints.map(\.name)) }

    /// - Parameter known: The names of all endpoints that are served together.
    static func check(_ fault: Fault, among known: [String]) throws(SandboxError) {
        guard let name = fault.endpoint, !known.contains(name) else { return }
        throw SandboxError(
            .unreadableFault, about: "Fault `\(fault)`",
            "there is no endpoint `\(name)`\(suggestion(for: name, among: known))",
            next: "The endpoints are \(known.joined(separator: ", ")), and * for all.")
    }
}
