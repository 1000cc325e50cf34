internal import GantryConnectors

extension System {
    /// A list that is always there and that every account that Gantry works with may read: it shows whether a session is
    /// accepted. `nil` for a system without one.
    var probe: ReadRequest? {
        switch name {
        case KSRCranes.system.name: KSRCranes.workersList()
        case CDBL.system.name: ReadRequest(path: "/api/notifications/latest", query: [])
        case AutoDetail.system.name: ReadRequest(path: "/api/client/services", query: [])
        case VynqTalk.system.name: ReadRequest(path: "/user", query: [])
        default: nil
        }
    }
}
