internal import FoundationEssentials
internal import GantryAccounts
internal import GantryKit
internal import GantryModel
internal import GantryTerminal

/// The demonstration's folder with its connections.
struct DemoWorkspace {
    let folder: String
    private static let mark = "# Written by gantry demo; it may be removed.\n"
    private var path: String { folder + "/gantry.yaml" }

    /// The ports that the last demonstration in this folder used, by connection.
    ///
    /// - Throws: `UsageError` when the folder is someone's workspace.
    func ports(_ environment: [String: String]) throws -> [String: Int] {
        guard FileManager.default.fileExists(atPath: path) else { return [:] }
        let text = String(decoding: try Data(contentsOf: URL(filePath: path)), as: UTF8.self)
        guard text.hasPrefix(DemoWorkspace.mark) else {
            throw UsageError(
                "\(path) wasn't written by gantry demo, so \(folder) is left unchanged.",
                advice: "Choose another folder with --workspace.")
        }
        let configuration = try Configuration.load(
            path: path, systems: Gantry.systems, environment: SampleConnection.environment(environment))
        var ports: [String: Int] = [:]
        for connection in SampleConnection.all {
            guard let known = try? configuration.connection(named: connection.name), let port = known.baseURL.port
            else { continue }
            ports[connection.name] = port
        }
        return ports
    }

    func write(_ servers: [SampleServer]) throws {
        let entries = servers.map { $0.sample.yaml(url: $0.url, contract: $0.contract) }
        let text = DemoWorkspace.mark + "connections:\n" + entries.joined(separator: "\n") + "\n"
        try Data(text.utf8).write(to: URL(filePath: path))
        // What the pipeline `appointments` reads its ids from.
        let ids = folder + "/appointments.csv"
        if !FileManager.default.fileExists(atPath: ids) {
            // The sample appointments are numbered from 1; those from 900001 on have something that a person should
            // look at.
            let rows = [1...32, 900_001...900_005].joined().map { number in
                "apt-" + String(String(1_000_000 + number).dropFirst()) + "\r\n"
            }
            try Data(("id\r\n" + rows.joined()).utf8).write(to: URL(filePath: ids))
        }
    }
}
