import GantryHTTP
import Testing

@Suite("The frames of a WebSocket") struct SocketFramingTests {
    private func framing() throws -> SocketFraming { try SocketFraming(HTTPRequest(.get, "https://a/ws")) }

    /// A frame as a server sends it, with at most 125 bytes in it.
    private func frame(_ opcode: UInt8, _ bytes: [UInt8], isLast: Bool = true) -> [UInt8] {
        [opcode | (isLast ? 0x80 : 0), UInt8(bytes.count)] + bytes
    }

    /// Opcode and content of a client's only frame of at most 125 bytes.
    private func unmasked(_ frame: [UInt8]) -> (opcode: UInt8, bytes: [UInt8])? {
        guard frame.count >= 6, frame[0] & 0x80 != 0, frame[1] & 0x80 != 0, frame.count == 6 + Int(frame[1] & 0x7F)
        else { return nil }
        return (frame[0] & 0x0F, frame[6...].enumerated().map { $1 ^ frame[2 + $0 % 4] })
    }

    @Test("make one text of several, whatever the pieces in which they come") func pieces() throws {
        let framing = try framing()
        let bytes =
            frame(1, Array("Hel".utf8), isLast: false) + frame(9, [7]) + frame(0, Array("lo".utf8)) + frame(2, [1])
            + frame(1, [])
        var texts: [[UInt8]] = []
        var replies: [UInt8] = []
        for byte in bytes {
            let received = framing.take([byte])
            texts += received.texts
            replies += received.reply
            #expect(!received.isOver)
        }
        #expect(texts == [Array("Hello".utf8), []])
        let pong = try #require(unmasked(replies))
        #expect(pong.opcode == 10)
        #expect(pong.bytes == [7])
    }

    @Test("are masked, each in another way") func masks() throws {
        let framing = try framing()
        let (one, other) = (framing.frames(of: "Blåbær"), framing.frames(of: "Blåbær"))
        #expect(unmasked(one)?.bytes == Array("Blåbær".utf8))
        #expect(unmasked(one)?.opcode == 1)
        #expect(one != other)
    }

    /// What a server sends that ends the socket, and the code that the client then gives.
    struct Ending: CustomTestStringConvertible {
        let testDescription: String
        let bytes: [UInt8]
        let code: Int?
    }

    @Test(
        "end the socket where they break the protocol, are too many or say so",
        arguments: [
            Ending(testDescription: "a farewell", bytes: [0x88, 2, 0x03, 0xE8], code: 1000),
            Ending(testDescription: "a farewell without a code", bytes: [0x88, 0], code: nil),
            Ending(testDescription: "a text that is not UTF-8", bytes: [0x81, 1, 0xFF], code: 1007),
            Ending(testDescription: "the rest of no text", bytes: [0x80, 1, 65], code: 1002),
            Ending(testDescription: "a mask", bytes: [0x81, 0x81, 0, 0, 0, 0, 65], code: 1002),
            Ending(testDescription: "a bit of no extension", bytes: [0xC1, 1, 65], code: 1002),
            Ending(testDescription: "an unknown kind", bytes: [0x8B, 0], code: 1002),
            Ending(
                testDescription: "a byte more than is taken", bytes: [0x81, 127, 0, 0, 0, 0, 1, 0, 0, 1, 65], code: 1009
            ),
            Ending(
                testDescription: "a frame more than is taken",
                bytes: [0x01, 1, 65] + Array(repeatElement([0x00, 1, 65], count: 10_000).joined()), code: 1009),
        ]) func ends(ending: Ending) throws
    {
        let framing = try framing()
        let received = framing.take(ending.bytes)
        #expect(received.isOver)
        #expect(received.texts == [])
        let end = try #require(unmasked(received.reply))
        #expect(end.opcode == 8)
        #expect(end.bytes.prefix(2) == ending.code.map { [UInt8($0 >> 8), UInt8($0 & 0xFF)] } ?? [])
        #expect(framing.farewell() == [])
        #expect(framing.frames(of: "late") == [])
    }

    @Test("end with a farewell, once") func farewell() throws {
        let framing = try framing()
        #expect(unmasked(framing.farewell())?.bytes == [0x03, 0xE8])
        #expect(framing.farewell() == [])
    }
}
