import Hummingbird
import NIOCore

/// Carries the connection to the endpoint, because some faults are written below HTTP.
struct SandboxContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
