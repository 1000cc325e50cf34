import Hummingbird
import Logging

/// Serves the back ends that Gantry uses, on loopback, with sample records and faults on demand.
///
/// ```swift
/// try await SandboxServer.with(SandboxConfiguration(faults: [try Fault("work-entries:page=3:status=401")])) { sandbox
/// in
///   print(sandbox.baseURL)
/// }
/// ```
///
/// Each system has its documented contract. One server is one system on one port.
public enum SandboxServer {
    /// Starts a sandbox and returns when it listens. The caller stops it; ``with(_:_:)`` stops it automatically.
    ///
    /// - Throws: ``SandboxError`` when the host is not loopback, the address is in use, a sample can't be read, or the
    ///   configuration or a fault is invalid.
    public static func start(_ configuration: SandboxConfiguration) async throws -> RunningSandbox {
        try await start([configuration])[0]
    }

    /// Starts one sandbox for each configuration, all of them or none. A fault acts on all that have its endpoint.
    ///
    /// - Throws: As ``start(_:)-(SandboxConfiguration)``, but a fault is valid where one of the sandboxes has its
    ///   endpoint. Sandboxes that listened already are stopped.
    public static func start(_ configurations: [SandboxConfiguration]) async throws -> [RunningSandbox] {
        let hosts = try configurations.map { try loopbackAddress($0.host) }
        let states = try configurations.map { try state(for: $0) }
        let endpoints = states.flatMap { $0.endpoints.map(\.name) }
        for fault in configurations.flatMap(\.faults) { try SandboxState.check(fault, among: endpoints) }
        var running: [RunningSandbox] = []
        do {
            for (index, state) in states.enumerated() {
                running.append(try await listen(on: hosts[index], port: configurations[index].port, serving: state))
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

    private static func state(for configuration: SandboxConfiguration) throws(SandboxError) -> SandboxState {
        try SandboxError.require(
            (0...65_535).contains(configuration.port), "Port \(configuration.port)",
            else: "a port is a number from 0 to 65535; 0 takes a free one")
        try SandboxError.require(configuration.pageDelay >= .zero, "Page delay", else: "it must not be below 0")
        var file: EffectFile?
        if let path = configuration.effectFile { file = try EffectFile(path) }
        let effects = EffectLedger(system: configuration.backend.system, file: file)
        let backend = try configuration.backend.backend(
            BackendSetup(
                records: configuration.records, effects: effects, clock: try SandboxClock(today: configuration.today)))
        return SandboxState(backend: backend, effects: effects, configuration)
    }

    private static func listen(
        on host: String, port: Int, serving state: SandboxState
    ) async throws -> RunningSandbox {
        let router = Router(context: SandboxContext.self)
        router.add(middleware: UnknownPathAnswer(state: state))
        for endpoint in state.endpoints {
            let responder = EndpointResponder(endpoint: endpoint, state: state)
            router.on(RouterPath(endpoint.path), method: endpoint.method) { request, context in
                try await responder.respond(to: request, context: context)
            }
        }
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: router,
            configuration: .init(address: .hostname(host, port: port), serverName: "sandbox"),
            onServerRunning: { channel in listening.yield(channel.localAddress?.port ?? port) },
            // The request log records what happens; a broken connection is often a fault's purpose.
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
                .cannotListen, about: "http://\(host):\(port)", "the sandbox can't listen there (\(error))",
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
                .notLoopback, about: "Host \(host)",
                "the sandbox has no real protection, so it listens on loopback only",
                next: "Use 127.0.0.1.")
        }
    }
}
