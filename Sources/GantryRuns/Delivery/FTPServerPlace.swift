internal import Synchronization

/// A server of FTP over TLS, with a client of its own for each file that is delivered at once.
///
/// Many such servers (vsftpd, unless it is told otherwise) take a transfer only with the TLS session of the connection
/// that asked for it. libcurl keeps one session for all connections of a client to a server, so two would take each
/// other's.
final class FTPServerPlace: DeliveryPlace {
    private let first: FileServerPlace
    private let make: @Sendable () throws -> FileServerPlace
    private let places: Mutex<(free: [FileServerPlace], all: [FileServerPlace])>

    /// - Parameter make: makes a place with a client of its own.
    init(_ make: @escaping @Sendable () throws -> FileServerPlace) throws {
        self.make = make
        first = try make()
        places = Mutex((free: [first], all: [first]))
    }

    /// As many as one connection each is made for.
    var width: Int { 8 }

    var bytesMoved: Int { first.bytesMoved }

    func address(of path: String) -> String { first.address(of: path) }

    @discardableResult func stage(_ file: DeliveredFile) async throws -> Bool {
        try await withPlace { try await $0.stage(file) }
    }

    func publish(_ file: DeliveredFile, wasTried: Bool) async throws -> Publication {
        try await withPlace { try await $0.publish(file, wasTried: wasTried) }
    }

    func has(_ file: DeliveredFile) async throws -> Bool { try await withPlace { try await $0.has(file) } }

    func discard(_ file: DeliveredFile) async throws { try await withPlace { try await $0.discard(file) } }

    func close() async {
        for place in places.withLock({ $0.all }) { await place.close() }
    }

    private func withPlace<Result>(_ body: (FileServerPlace) async throws -> Result) async throws -> Result {
        let place = try places.withLock { places in
            if let place = places.free.popLast() { return place }
            let place = try make()
            places.all.append(place)
            return place
        }
        defer { places.withLock { $0.free.append(place) } }
        return try await body(place)
    }
}
