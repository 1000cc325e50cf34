internal import GantryModel

extension VynqTalk {
    /// The users that a message can go to, by id, address and name.
    struct Recipients: Sendable {
        struct User: Sendable, Equatable {
            let id: String
            let name: String
            let email: String

            /// Whether the text is what no other user has: the id or the e-mail address.
            func isNamedAlone(by text: String) -> Bool {
                [id, email].map(TextIdentity.text.folded).contains(TextIdentity.text.folded(text))
            }
        }

        private var users: [User] = []
        private var byID: [String: Int] = [:]
        private var byEmail: [String: [Int]] = [:]
        private var byName: [String: [Int]] = [:]

        mutating func add(id: String, name: String, email: String) {
            let place = users.count
            users.append(User(id: id, name: name, email: email))
            byID[TextIdentity.text.folded(id)] = place
            if !email.isEmpty { byEmail[TextIdentity.text.folded(email), default: []].append(place) }
            byName[TextIdentity.text.folded(name), default: []].append(place)
        }

        /// The users with this id, or else those with this e-mail address or name; capitals and blanks do not matter.
        func find(_ text: String) -> [User] {
            let text = TextIdentity.text.folded(text)
            if let place = byID[text] { return [users[place]] }
            return Set((byEmail[text] ?? []) + (byName[text] ?? [])).sorted().map { users[$0] }
        }

        /// Users whose name or e-mail address holds the text, for a message.
        func like(_ text: String) -> [User] {
            let text = TextIdentity.text.folded(text)
            return Array(
                users.lazy.filter {
                    TextIdentity.text.folded($0.name).contains(text)
                        || TextIdentity.text.folded($0.email).contains(text)
                }
                .prefix(Recipients.most + 1))
        }

        private static let most = 5

        static func listed(_ users: [User]) -> String {
            users.prefix(most).map { singleLine($0.id, limit: 60) }.joined(separator: ", ")
                + (users.count > most ? " and more" : "")
        }
    }
}
