internal import GantryJSON
public import GantryModel

extension AutoDetail {
    /// A photo of a booking as a file: `apt-1.work.ph-1.jpg`.
    public struct PhotoFile: DatasetRecord, DeclaredRecord {
        public var file = TextSlice()
        public var appointmentID: TextSlice?
        /// `kind` as an index in `AutoDetail.photoKinds`: work or defect.
        public var kind: Int?
        public var id: TextSlice?
        public var createdAt: Instant?
        public var url: TextSlice?
        public var type: TextSlice?
        public var bytes: Int64?
        public var sha256: TextSlice?
        public var problem: TextSlice?

        public init() {}

        /// The fields in the order of an export; a record without `file` is a reject.
        public static let fields: [Field<PhotoFile>] = [
            Field("file", \.file, help: "The name of the file in the folder photos."),
            Field("appointmentId", \.appointmentID, help: "The booking that the photo belongs to."),
            Field("kind", \.kind, oneOf: AutoDetail.photoKinds, help: "work or defect."),
            Field("id", \.id, help: "The photo's id."),
            Field("createdAt", \.createdAt, help: "When it was received."),
            Field("url", link: \.url, help: "The photo's address, without its signature."),
            Field("type", \.type, help: "What the file is: jpeg, png, gif, webp or heic."),
            Field("bytes", \.bytes, in: FieldRange.count, help: "The size of the file."),
            Field("sha256", \.sha256, help: "The SHA-256 of the file."),
            Field("problem", \.problem, help: "Why there is no file."),
        ]

        public static var sensitiveKeys: [String] { AutoDetail.sensitiveKeys }

        /// The name of the file.
        public var key: RecordKey { .text(file) }

        /// `autodetail.photos`: `GET /api/client/appointments/{key}`, one request for each key.
        public static let dataset = Dataset<PhotoFile>(
            "photos", help: "The photos of bookings as files, with their digests.", id: "file", paging: .keyed,
            listKeys: ["appointment", "data"], shape: PhotoFile.shape
        ) { ask in
            ReadRequest(path: "/api/client/appointments/" + ask.key, query: [])
        }.with(\.check, { _ in missing }).with(\.downloads, PhotoFiles())

        /// A photo without a file is held, so that someone looks for it.
        private static func missing(_ photo: PhotoFile, _ chunk: Chunk<PhotoFile>) -> [RecordFinding] {
            guard let problem = photo.problem else { return [] }
            return [
                RecordFinding(
                    rule: "missing-photo", severity: .blocker, found: chunk.text(problem), expected: "a photo")
            ]
        }
    }

    /// The photos that bookings list, as files.
    public struct PhotoFiles: FileListing {
        /// Bookings.
        public let listing = Appointment.dataset

        /// The files of any bookings.
        public init() {}

        /// A download for each photo of the bookings that could be read.
        public func downloads(_ page: Chunk<Appointment>) -> [Download] { PhotoFile.downloads(page) }

        /// The file by its name, length and digest; `nil` for a photo that could not be fetched.
        public func file(_ photo: PhotoFile, in chunk: Chunk<PhotoFile>) -> DownloadedFile? {
            guard let sha256 = photo.sha256, let bytes = photo.bytes else { return nil }
            return DownloadedFile(name: chunk.text(photo.file), length: bytes, sha256: chunk.text(sha256))
        }
    }
}

extension AutoDetail.PhotoFile {
    /// A download for each photo of the bookings that could be read, called `booking.kind.photo`. A name that differs
    /// from an earlier one in capitals at most gets a number.
    public static func downloads(_ page: Chunk<AutoDetail.Appointment>) -> [Download] {
        let rejected = Set(page.rejects.map(\.index))
        var downloads: [Download] = []
        var stems: [String: Int] = [:]
        for (index, appointment) in page.records.enumerated() where !rejected.contains(index) {
            for case let photos as Nested<AutoDetail.Photo> in page.nested {
                for row in photos.rows(of: index) {
                    var download = download(photos.records[row], of: appointment, page)
                    let folded = download.stem.lowercased()
                    let count = stems[folded, default: 0] + 1
                    stems[folded] = count
                    if count > 1 {
                        download = Download(
                            stem: "\(download.stem).\(count)", address: download.address, members: download.members)
                    }
                    downloads.append(download)
                }
            }
        }
        return downloads
    }

    private static func download(
        _ photo: AutoDetail.Photo, of appointment: AutoDetail.Appointment, _ page: Chunk<AutoDetail.Appointment>
    ) -> Download {
        let kind = photo.kind.map { AutoDetail.photoKinds[$0] } ?? "photo"
        let booking = page.text(appointment.id)
        let id = page.text(photo.id)
        var members: [JSONTree.Member] = [
            JSONTree.Member("appointmentId", .string(booking)), JSONTree.Member("kind", .string(kind)),
            JSONTree.Member("id", .string(id)),
        ]
        if let time = photo.createdAt { members.append(JSONTree.Member("createdAt", .string(time.description))) }
        if let url = photo.url { members.append(JSONTree.Member("url", .string(page.text(url)))) }
        return Download(
            stem: "\(Download.part(booking)).\(kind).\(Download.part(id))",
            address: photo.address.map { page.text($0) } ?? "",
            members: members.map { ($0.key, $0.value.compact) })
    }
}
