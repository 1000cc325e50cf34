internal import GantryEngine
internal import GantryJSON

extension CDBL {
    /// One upload of a certificate to a leave that had none of its type: how it is sent, and how it is looked up.
    struct CertificateUpload {
        /// Which files a leave takes.
        static let files = FileRule(types: ["pdf", "jpeg", "png"], limit: 5 << 20)

        let leave: String
        /// `medical` or `fitness`.
        let type: String

        /// - Parameter field: The column that names the file.
        func request(field: String) -> WriteRequest {
            WriteRequest(
                .post, "/api/leaves/\(pathPart(leave))/certificate",
                body: .form([.file(name: "file", field: field), .text(name: "type", type)]))
        }

        /// - Parameter receipt: What is kept of it, given the address without its signature.
        static func receive(_ answer: StepAnswer, _ receipt: (String) -> Receipt) -> EffectOutcome {
            guard let tree = JSONTree.object(of: answer.body), let url = tree["url"]?.text, !url.isEmpty else {
                return answer.unshown("The server reported success without the certificate's address.")
            }
            return .confirmed([receipt(withoutQuery(url))])
        }

        /// Whether the server shows for the leave if it has a certificate of this type, which not every release does.
        func canBeFound(_ server: any ServerReader) async throws -> Bool {
            guard let body = try await server.read(reading) else { return false }
            return JSONTree.object(of: body)?.leaveMember(member) != nil
        }

        private var reading: ReadRequest { ReadRequest(path: "/api/leaves/\(pathPart(leave))", query: []) }

        private var member: String { type == "fitness" ? "fitnessCertificateUrl" : "certificateUrl" }

        /// The leave had no certificate of this type before, so one that it has now is this one.
        func find(_ server: any ServerReader, _ receipt: (String) -> Receipt) async throws -> LookupOutcome {
            guard let body = try await server.read(reading) else { return .missing }
            guard let tree = JSONTree.object(of: body) else { throw RunError.unreadable(reading) }
            guard let value = tree.leaveMember(member) else {
                return .unknown("The server doesn't report whether the leave has a \(type) certificate.")
            }
            guard let url = value.text, !url.isEmpty else { return .missing }
            return .confirmed([receipt(withoutQuery(url))])
        }
    }
}

extension JSONTree {
    /// A member of a leave, which is sent bare or in an envelope.
    func leaveMember(_ key: String) -> JSONTree? { (self["leave"] ?? self["data"] ?? self)[key] }
}
