import Synchronization

/// What the requests of one running sandbox share.
final class SandboxState: Sendable {
    let system: SandboxSystem
    let backend: Backend
    let effects: EffectLedger
    let pageDelay: Duration
    let schedule: Mutex<FaultSchedule>
    let log = Mutex(RequestLog())

    var endpoints: [Endpoint] { backend.endpoints }

    init(system: SandboxSystem, backend: Backend, effects: EffectLedger, pageDelay: Duration, faults: [Fault]) {
        self.system = system
        self.backend = backend
        self.effects = effects
        self.pageDelay = pageDelay
        self.schedule = Mutex(FaultSchedule(faults))
    }

    /// - Throws: ``SandboxError`` with `.unreadableFault` when the fault names an endpoint that is not served.
    func check(_ fault: Fault) throws(SandboxError) { try SandboxState.check(fault, among: endpoints.map(\.name)) }

    /// - Parameter known: the names of endpoints that are served together.
    static func check(_ fault: Fault, among known: [String]) throws(SandboxError) {
        guard let name = fault.endpoint, !known.contains(name) else { return }
        throw SandboxError(
            .unreadableFault, "Fault `\(fault)`",
            "`\(name)` is no endpoint of this back end\(nearest(to: name, among: known))",
            next: "The endpoints are \(known.joined(separator: ", ")), and * for all.")
    }
}
