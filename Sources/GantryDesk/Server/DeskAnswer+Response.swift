internal import GantryFiles
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore

extension DeskAnswer {
    /// What a page of the desk may load: its own style and script. Nothing is inline.
    static let policy =
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// It with the headers that every answer has.
    var response: Response {
        var fields = HTTPFields()
        let all =
            [
                ("Content-Type", type), ("Content-Security-Policy", contentPolicy ?? DeskAnswer.policy),
                ("X-Content-Type-Options", "nosniff"),
                // With no-referrer browsers send a form of the desk without its origin, which the desk asks for.
                ("Referrer-Policy", isSecretAddress ? "no-referrer" : "same-origin"),
                ("Cross-Origin-Opener-Policy", "same-origin"), ("Cross-Origin-Resource-Policy", "same-origin"),
                ("Cache-Control", "no-store"),
            ] + headers
        for (name, value) in all {
            guard let name = HTTPField.Name(name) else { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        return Response(status: .init(code: status), headers: fields, body: body)
    }

    private var body: ResponseBody {
        switch content {
        case .bytes(let bytes): ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        case .file(let path, let folder, let bytes):
            ResponseBody(contentLength: bytes) { writer in
                let file = try ReadFile.open(path, under: folder)
                // One that became shorter cuts the connection, so that nobody takes a part for the whole.
                guard file.size == bytes else { throw FileError(changed: path) }
                var block: [UInt8] = []
                while try file.read(appendingTo: &block, atMost: 1 << 16) > 0 {
                    try await writer.write(ByteBuffer(bytes: block))
                    block.removeAll(keepingCapacity: true)
                }
                try await writer.finish(nil)
            }
        }
    }
}
