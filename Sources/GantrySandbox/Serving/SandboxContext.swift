import Hummingbird
import NIOCore

/// Passes the connection to the endpoint, because some faults act below HTTP.
struct SandboxContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }
}
