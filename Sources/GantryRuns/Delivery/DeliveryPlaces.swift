internal import FoundationEssentials
public import GantryAccounts
public import GantryEngine
internal import GantryFiles
internal import GantryHTTP
internal import GantryModel

/// Opens destinations: connections and secrets are only asked for when something is delivered.
public struct DeliveryPlaces: Sendable {
    private let destinations: [Destination]
    let environment: [String: String]
    private let watch: DeliveryWatch

    /// The destinations of gantry.yaml; without any, only folders can be opened.
    ///
    /// - Parameters:
    ///   - environment: the process's environment variables, for secrets and for the user's own folder.
    ///   - watch: of places that are opened without one of their own.
    public init(
        _ destinations: [Destination] = [], environment: [String: String] = [:],
        watch: DeliveryWatch = DeliveryWatch()
    ) {
        self.destinations = destinations
        self.environment = environment
        self.watch = watch
    }

    /// A place, and where in it the files of a run are to be.
    public struct Opened: Sendable {
        /// What receipts call it.
        public let name: String
        /// The place.
        public let place: any DeliveryPlace
        /// The folder below the place; empty for the place itself.
        public let into: String

        /// Where a file of the run is to be.
        public func path(_ name: String) -> String { into.isEmpty ? name : "\(into)/\(name)" }
        /// The address of the folder, as books have it.
        public var address: String { place.address(of: into) }
    }

    /// Where the files of a run go at a destination; nothing is opened.
    /// - Throws: `DeliveryError` when the destination is a folder that isn't there, `FileError`.
    public static func address(of run: RunID, at destination: Destination) throws -> String {
        let into = into(run, destination)
        guard destination.kind == .folder else { return destination.place(of: into) }
        return adding(into, below: try folder(at: destination.address))
    }

    /// The path of an existing folder without links, `.` and `..`, so that each folder has one address.
    /// - Throws: `DeliveryError` when it isn't there, `FileError`.
    public static func folder(at path: String) throws -> String {
        do throws(FileError) { return try Folders.resolved(path) } catch {
            guard error.code == .missing else { throw error }
            throw DeliveryError(
                .refused, "There is no folder \(singleLine(path, limit: 4_000)), so nothing was delivered.",
                advice: "Make it, or mount the share that it is on, and run the same command again.")
        }
    }

    private static func adding(_ into: String, below root: String) -> String {
        into.isEmpty ? root : "\(root)/\(into)"
    }

    private static func into(_ run: RunID, _ destination: Destination) -> String {
        var text = destination.into
        let values = ["pipeline": run.pipeline, "period": run.period, "revision": "\(run.revision)"]
        for (name, value) in values {
            text = text.split(separator: "{\(name)}", omittingEmptySubsequences: false).joined(separator: value)
        }
        return text
    }

    /// The place at an address that a book has: a destination's, or a folder.
    public func open(address: String, for run: RunID, watch: DeliveryWatch? = nil) throws -> Opened {
        if let known = destination(at: address, for: run) { return try open(known, for: run, watch: watch) }
        return try open(folder: address, watch ?? self.watch)
    }

    private func open(folder address: String, _ watch: DeliveryWatch) throws -> Opened {
        guard address.hasPrefix("/") else {
            throw DeliveryError(
                .destination, "No destination in gantry.yaml has the address \(quoted(address)).",
                advice: "Add the destination again as it was, then run the same command again.")
        }
        let folder = try Self.folder(at: address)
        return Opened(name: folder, place: FolderPlace(folder, watch: watch), into: "")
    }

    /// The place that receipts call so: a destination, or a folder.
    package func open(named name: String, for run: RunID) throws -> Opened {
        if let known = destinations.first(where: { $0.name == name }) { return try open(known, for: run) }
        return try open(folder: name, watch)
    }

    /// Where a file was brought under the name of a destination, or may have been, that would be brought elsewhere now:
    /// gantry.yaml can give the name another address or folder. `nil` where each is where it would be brought, and for
    /// other names, which are addresses.
    ///
    /// - Parameter receipts: those of the run.
    package func formerAddress(named name: String, of receipts: [DeliveryReceipt], for run: RunID) -> String? {
        guard let known = destinations.first(where: { $0.name == name }) else { return nil }
        let there = receipts.filter { $0.to == name && $0.mayBeThere }
        let into = Self.into(run, known)
        let current = Set(
            there.filter { $0.address == Self.address(of: into.isEmpty ? $0.name : "\(into)/\($0.name)", at: known) }
                .map(\.name))
        return there.first { !current.contains($0.name) }?.address
    }

    /// What receipts would call the place that has a file, or may have it, whatever its own name leads to now: a
    /// destination, or a folder. The file is at its path there. Nothing is opened.
    package func holder(of receipt: DeliveryReceipt) -> String {
        let known = destinations.filter { Self.address(of: receipt.path, at: $0) == receipt.address }.map(\.name)
        if let first = known.first { return known.contains(receipt.to) ? receipt.to : first }
        // A folder's address has nothing after the path.
        let end = "/\(receipt.path)"
        return receipt.address.hasSuffix(end) ? String(receipt.address.dropLast(end.count)) : receipt.address
    }

    /// The address of a path of a destination, as receipts have it; of a folder that isn't there as gantry.yaml has it.
    private static func address(of path: String, at destination: Destination) -> String {
        guard destination.kind == .folder else { return destination.place(of: path) }
        return adding(path, below: (try? folder(at: destination.address)) ?? destination.address)
    }

    /// What receipts call the place at an address that a book has; nothing is opened.
    package func name(of address: String, for run: RunID) -> String {
        destination(at: address, for: run)?.name ?? address
    }

    private func destination(at address: String, for run: RunID) -> Destination? {
        if let known = destinations.first(where: { (try? Self.address(of: run, at: $0)) == address }) { return known }
        // A book may have the address alone, without its account or store.
        let bare = destinations.filter { Self.adding(Self.into(run, $0), below: $0.address) == address }
        return bare.count == 1 ? bare[0] : nil
    }

    /// A destination, for the files of a run.
    /// - Throws: `ConfigurationError` when a secret can't be read, `HTTPError` when libcurl isn't available.
    public func open(
        _ destination: Destination, for run: RunID, watch: DeliveryWatch? = nil
    ) throws -> Opened {
        Opened(
            name: destination.name, place: try place(destination, watch ?? self.watch),
            into: Self.into(run, destination))
    }

    func place(_ destination: Destination, _ watch: DeliveryWatch) throws -> any DeliveryPlace {
        let address = destination.address
        switch destination.kind {
        case .folder: return FolderPlace(try Self.folder(at: address), watch: watch)
        case .sftp, .ftps: return try fileServer(destination, watch)
        case .webdav:
            let password = try secret(destination.password, key: "password", of: destination)
            return WebDAVPlace(
                address, account: destination.user.map { ($0, password ?? Secret("")) },
                client: try client(destination), watch: watch)
        case .s3:
            let (bucket, prefix) = Self.split(String(address.dropFirst("s3://".count)))
            let endpoint = destination.endpoint ?? "https://s3.\(destination.region).amazonaws.com"
            let url = destination.usesPathStyle ? "\(endpoint)/\(bucket)" : Self.adding(bucket, to: endpoint)
            let secret = try secret(destination.password, key: "password", of: destination)
            return S3Place(
                bucket: (bucket, url), prefix: prefix, shown: { destination.place(of: $0) },
                signature: RequestSignature(
                    keyID: destination.user ?? "", secret: secret ?? Secret(""), region: destination.region),
                client: try client(destination), watch: watch)
        }
    }

    private func fileServer(_ destination: Destination, _ watch: DeliveryWatch) throws -> any DeliveryPlace {
        if let key = destination.keyFile, !FileManager.default.isReadableFile(atPath: key) {
            throw DeliveryError(
                .destination, "The key-file of the destination \(destination.name) can't be read: \(quoted(key)).",
                advice: "Check its path in gantry.yaml and who may read it.")
        }
        let mark = destination.address.firstRange(of: "://")?.upperBound ?? destination.address.startIndex
        let (host, folder) = Self.split(String(destination.address[mark...]))
        var account = FileExchange.Account(user: destination.user ?? "")
        account.password = try secret(destination.password, key: "password", of: destination)
        account.keyFile = destination.keyFile
        account.passphrase = try secret(destination.passphrase, key: "passphrase", of: destination)
        let keys: FileExchange.HostKeys =
            destination.hostKeys.isEmpty
            ? .known(file: (environment["HOME"] ?? "") + "/.ssh/known_hosts") : .fingerprints(destination.hostKeys)
        // On its own port, TLS comes first.
        let scheme = destination.kind == .sftp ? "sftp" : host.hasSuffix(":990") ? "ftps" : "ftp"
        let (fixed, isSSH) = (account, destination.kind == .sftp)
        let make = { @Sendable [self] in
            FileServerPlace(
                isSSH ? .sftp : .ftp, server: "\(scheme)://\(host)", folder: "/" + folder, shown: destination.place,
                account: fixed, hostKeys: keys, client: try client(destination), watch: watch)
        }
        return isSSH ? try make() : try FTPServerPlace(make)
    }

    private func secret(_ source: SecretSource?, key: String, of destination: Destination) throws -> Secret? {
        try source?.value(of: key, kind: "destination", named: destination.name, environment: environment)
    }

    private func client(_ destination: Destination) throws -> HTTPClient {
        try HTTPClient(HTTPClientConfiguration(trust: destination.caFile.map { .file($0) } ?? .system))
    }

    /// What is before the first slash, and what is after it.
    private static func split(_ text: String) -> (String, String) {
        guard let slash = text.firstIndex(of: "/") else { return (text, "") }
        return (String(text[..<slash]), String(text[slash...].dropFirst()))
    }

    /// An address whose host begins with the bucket's name.
    private static func adding(_ bucket: String, to endpoint: String) -> String {
        guard let mark = endpoint.firstRange(of: "://")?.upperBound else { return endpoint }
        return endpoint[..<mark] + "\(bucket)." + endpoint[mark...]
    }
}
