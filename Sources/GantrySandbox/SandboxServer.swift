import Hummingbird
import Logging

/// Serves the back ends that Gantry talks to, on loopback, with sample records and with faults to order.
///
/// ```swift
/// try await SandboxServer.with(SandboxConfiguration(faults: [try Fault("work-entries:page=3:status=401")])) { sandbox in
///   print(sandbox.baseURL)
/// }
/// ```
///
/// The contract is the documented one of each system. One server is one system on one port.
public enum SandboxServer {
    /// Starts a sandbox and returns when it listens. The caller stops it; ``with(_:_:)`` does so by itself.
    ///
    /// - Throws: ``SandboxError`` when the host is not loopback, the address is taken, a sample cannot be read, or the
    ///   configuration or a fault makes no sense.
    public static func start(_ configuration: SandboxConfiguration) async throws -> RunningSandbox {
        let host = try loopbackAddress(configuration.host)
        guard (0...65_535).contains(configuration.port) else {
            throw SandboxError(
                .unusableConfiguration, "Port \(configuration.port)", "a port is a number from 0 to 65535",
                next: "Choose another port; 0 takes a free one.")
        }
        let state = try state(for: configuration)
        for fault in configuration.faults { try state.check(fault) }
        return try await listen(on: host, port: configuration.port, state)
    }

    /// Starts one sandbox for each configuration, all of them or none. A fault acts where its endpoint is.
    ///
    /// - Throws: As ``start(_:)-(SandboxConfiguration)``, but a fault makes sense where one of them serves its
    ///   endpoint; those that listened already are stopped.
    public static func start(_ configurations: [SandboxConfiguration]) async throws -> [RunningSandbox] {
        let served = try configurations.map { try state(for: $0).endpoints.map(\.name) }
        for fault in configurations.flatMap(\.faults) { try SandboxState.check(fault, among: served.flatMap(\.self)) }
        var running: [RunningSandbox] = []
        do {
            for (configuration, names) in zip(configurations, served) {
                var own = configuration
                own.faults = configuration.faults.filter { fault in fault.endpoint.map(names.contains) ?? true }
                running.append(try await start(own))
            }
        } catch {
            for sandbox in running { await sandbox.stop() }
            throw error
        }
        return running
    }

    /// Runs a sandbox for as long as `body` runs, also when it throws.
    public static func with<Result>(
        _ configuration: SandboxConfiguration, _ body: (RunningSandbox) async throws -> Result
    ) async throws -> Result {
        let sandbox = try await start(configuration)
        let result: Result
        do {
            result = try await body(sandbox)
        } catch {
            await sandbox.stop()
            throw error
        }
        await sandbox.stop()
        return result
    }

    /// Runs a sandbox until the task is cancelled; cancelling is the ordinary end and no error.
    ///
    /// - Parameter whenReady: Called once, when the sandbox listens.
    public static func run(
        _ configuration: SandboxConfiguration, whenReady: @Sendable (RunningSandbox) async -> Void
    ) async throws {
        try await with(configuration) { sandbox in
            await whenReady(sandbox)
            await sandbox.untilCancelled()
        }
    }

    private static func state(for configuration: SandboxConfiguration) throws -> SandboxState {
        guard (configuration.tokenLife ?? .seconds(1)) > .zero, configuration.pageDelay >= .zero,
            (configuration.listLimit ?? 1) > 0,
            configuration.uploadLife > .zero
        else {
            throw SandboxError(
                .unusableConfiguration, "Sandbox",
                "the token life, the upload life and the list limit must be above 0, the page delay not below",
                next: "Change the value.")
        }
        let clock = try SandboxClock(today: configuration.today)
        let effects = EffectLedger(
            system: configuration.system, file: try configuration.effectFile.map { try EffectFile($0) })
        let backend =
            switch configuration.system {
            case .ksrCranes: try KSRCranes.backend(configuration, effects, clock)
            case .cdblLMS: try CDBLLMS.backend(configuration, effects, clock)
            case .autoDetailHub: try AutoDetailHub.backend(configuration, effects, clock)
            case .vynqTalk: try VynqTalk.backend(configuration, effects, clock)
            }
        return SandboxState(
            system: configuration.system, backend: backend, effects: effects, pageDelay: configuration.pageDelay,
            faults: configuration.faults)
    }

    private static func listen(on host: String, port: Int, _ state: SandboxState) async throws -> RunningSandbox {
        let router = Router(context: SandboxContext.self)
        router.add(middleware: UnknownPathAnswer(state: state))
        for endpoint in state.endpoints {
            let responder = EndpointResponder(endpoint: endpoint, state: state)
            router.on(RouterPath(endpoint.path), method: endpoint.method.request) { request, context in
                try await responder.respond(to: request, context: context)
            }
        }
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname(host, port: port), serverName: "gantry-sandbox"),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? port) },
            // The request log is the record of what happens; a broken connection is what a fault is for.
            logger: Logger(label: "gantry.sandbox", factory: { _ in SwiftLogNoOpLogHandler() }))
        let serving = Task {
            defer { listening.finish() }
            try await application.run()
        }
        for await boundPort in ports {
            return RunningSandbox(host: host, port: boundPort, state: state, serving: serving)
        }
        do {
            try await serving.value
        } catch {
            throw SandboxError(
                .cannotListen, "http://\(host):\(port)", "the address cannot be listened on (\(error))",
                next: "Choose another port; 0 takes a free one.")
        }
        throw CancellationError()
    }

    private static func loopbackAddress(_ host: String) throws(SandboxError) -> String {
        switch host {
        case "127.0.0.1", "localhost": return "127.0.0.1"
        case "::1": return "::1"
        default:
            throw SandboxError(
                .notLoopback, "Host \(host)", "the sandbox has no real protection and listens on loopback only",
                next: "Use 127.0.0.1.")
        }
    }
}
