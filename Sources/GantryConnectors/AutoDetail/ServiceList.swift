public import GantryModel

extension AutoDetail {
    /// The services by name, to which bookings are joined for price and duration.
    ///
    /// A booking names its service in words. Case and white space make no difference; a name that two services have
    /// joins neither.
    public struct ServiceList: Sendable {
        /// A service with what bookings are joined to.
        public struct Entry: Equatable, Sendable {
            /// The id that the server gives the service.
            public let id: String
            /// The name by which bookings refer to it.
            public let name: String
            /// In roubles.
            public let price: Money
            /// In minutes.
            public let duration: Int64
        }

        /// The result of looking a name up among the services.
        public enum Match: Equatable, Sendable {
            /// The place of the service in `entries`.
            case one(Int)
            /// No service has the name: an exception.
            case none
            /// This many services have the name: an exception.
            case several(Int)
        }

        /// In the order in which they came.
        public let entries: [Entry]
        private let places: [String: [Int]]

        /// Indexes the services by name, keeping their order.
        public init(_ entries: [Entry]) {
            self.entries = entries
            var places: [String: [Int]] = [:]
            for (place, entry) in entries.enumerated() {
                places[ServiceList.folded(entry.name), default: []].append(place)
            }
            self.places = places
        }

        /// The services that the run has fetched; `nil` when it has not.
        init?(_ earlier: any EarlierDatasets) async throws {
            var entries: [Entry] = []
            guard try await earlier.read(Service.dataset, { entries += ServiceList.entries($0) }) else { return nil }
            self.init(entries)
        }

        /// The services of a page.
        public static func entries(_ page: UsableRecords<Service>) -> [Entry] {
            page.map { service in
                Entry(
                    id: page.text(service.id), name: page.text(service.name), price: service.priceRub,
                    duration: service.durationMinutes)
            }
        }

        /// The service with this name.
        public func match(_ name: String) -> Match {
            let found = places[ServiceList.folded(name)] ?? []
            switch found.count {
            case 0: return .none
            case 1: return .one(found[0])
            default: return .several(found.count)
            }
        }

        private static func folded(_ name: String) -> String {
            TextIdentity.text.folded(name)
        }
    }
}
