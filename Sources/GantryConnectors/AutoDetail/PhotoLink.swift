internal import GantryEngine
internal import GantryJSON

extension AutoDetail {
    /// What a stored row keeps until it is linked, one item a line: the store's reference, `linked` if the booking
    /// already had the photo, and the photos that the booking had.
    struct PhotoLink: Sendable {
        /// What the server calls the stored file: `s3:appointments/apt-1/work/photo_1.jpg`.
        let reference: String
        private(set) var isLinked = false
        /// Marks of the photos that the booking had; `nil` if they were not read, or can't be distinguished.
        private(set) var before: Set<String>?
        /// The id of the booking, where the row has only its number.
        var booking: String?

        private static let bookingWord = "booking:"

        /// What the check leaves of a booking that it found by its number.
        static func check(_ booking: String) -> String { bookingWord + booking }

        init(_ resumeState: String) {
            let lines = resumeState.split(separator: "\n", omittingEmptySubsequences: false)
            if let line = lines.last, line.hasPrefix(PhotoLink.bookingWord) {
                booking = String(line.dropFirst(PhotoLink.bookingWord.count))
            }
            reference = lines.count == 1 && booking != nil ? "" : lines.first.map(String.init) ?? ""
            guard lines.count == 3 || lines.count == 4 && booking != nil else { return }
            isLinked = lines[1] == "linked"
            before = lines[2] == "?" ? nil : Set(lines[2].split(separator: " ").map(String.init))
        }

        var resumeState: String {
            let marks = before?.sorted().joined(separator: " ") ?? "?"
            let end = booking.map { "\n" + PhotoLink.check($0) } ?? ""
            return "\(reference)\n\(isLinked ? "linked" : "")\n\(marks)\(end)"
        }

        /// With the photos that the booking has now.
        func noting(_ photos: LinkedPhotos) -> PhotoLink {
            var link = self
            link.isLinked = photos.hasLinked(reference)
            link.before = photos.marks
            return link
        }

        /// What the store calls the file: the reference without `s3:`.
        var key: String { reference.hasPrefix("s3:") ? String(reference.dropFirst(3)) : reference }
    }

    /// The photos of a booking of one kind, as the server shows them.
    struct LinkedPhotos {
        private struct Photo {
            /// Its id; if it has none, its address without the signature, which changes each time.
            let mark: String
            let address: String

            init(_ tree: JSONTree) {
                let address = tree["url"]?.text ?? tree.text ?? ""
                self.address = withoutQuery(address)
                // Marks are stored on one line, separated by blanks.
                mark = pathPart(tree["id"]?.shown ?? withoutQuery(address))
            }
        }

        /// `nil` if the server does not list them.
        private let photos: [Photo]?

        /// - Parameter list: `{id, url}` each, or the addresses alone.
        init(_ list: JSONTree?) { photos = list?.list?.map(Photo.init) }

        var marks: Set<String>? {
            guard let photos else { return nil }
            let marks = Set(photos.map(\.mark))
            return marks.count == photos.count && !marks.contains("") ? marks : nil
        }

        /// Whether the address of one of them ends in the reference's key. A key with signs that an address escapes is
        /// compared as that would write it.
        func hasLinked(_ reference: String) -> Bool {
            let key = PhotoLink(reference).key
            let parts = key.split(separator: "/", omittingEmptySubsequences: false)
            let escaped = parts.map { pathPart(String($0)).replacing("%2E", with: ".") }.joined(separator: "/")
            return (photos ?? []).map(\.address).contains { address in
                address == reference || [key, escaped].contains { address == $0 || address.hasSuffix("/" + $0) }
            }
        }

        /// Whether photos that were linked together are among them: by their names or, if the addresses have other
        /// names, by the number of new photos.
        func find(_ links: [PhotoLink]) -> LookupOutcome {
            guard let photos else { return .unknown("The server doesn't list the booking's photos.") }
            let wanted = links.filter { !$0.isLinked }
            let named = wanted.count { hasLinked($0.reference) }
            guard let first = wanted.first, named < wanted.count else {
                return .confirmed(links.map { _ in Receipt() })
            }
            // Where the addresses have the senders' names, those that are not there are linked by the next request.
            guard named == 0 else { return .missing }
            // Photos whose ids don't differ tell nothing.
            let noted = marks == nil ? [] : links.compactMap(\.before)
            let before = noted.reduce(into: Set()) { $0.formUnion($1) }
            let new = photos.filter { !before.contains($0.mark) && !LinkedPhotos.hasName($0, besides: first) }
            if new.isEmpty { return .missing }
            guard !noted.isEmpty else {
                return .unknown(
                    "The addresses of the booking's photos don't identify them, "
                        + "and its earlier photos are unknown.")
            }
            guard new.count == wanted.count else {
                return .unknown(
                    "\(wanted.count) photos were linked, but the booking has \(new.count) new ones, "
                        + "and their addresses don't identify them.")
            }
            return .confirmed(links.map { _ in Receipt() })
        }

        /// Whether an address has the name that a sender gave another photo of the booking, so that the server keeps
        /// such names.
        private static func hasName(_ photo: Photo, besides link: PhotoLink) -> Bool {
            guard let end = link.key.lastIndex(of: "/") else { return false }
            return "/\(photo.address)".contains("/\(link.key[..<end])/photo_")
        }
    }
}
