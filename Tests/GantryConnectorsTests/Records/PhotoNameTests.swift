import GantryConnectors
import Testing

@Suite("The name of a downloaded photo") struct PhotoNameTests {
    /// The stems of photos of a booking with these ids.
    private func stems(_ ids: [String], booking: String = "apt-1") throws -> [String] {
        let photos = ids.map {
            #"{"id":"\#($0)","url":"https://store.example/a.jpg","createdAt":"2026-10-01T00:00:00Z"}"#
        }
        let chunk = try decode(
            AutoDetail.Appointment.dataset,
            """
            {"id":"\(booking)","status":"done","startIso":"2026-10-01T07:00:00Z","clientName":"C","serviceName":"S",
             "workPhotos":[\(photos.joined(separator: ","))]}
            """)
        return AutoDetail.PhotoFile.downloads(chunk).map(\.stem)
    }

    @Test("keeps ids that can be part of a file name as they are") func plain() throws {
        let ids = ["ph-000002-work-1", "123e4567-e89b-12d3-a456-426614174000", "7", "a_b"]
        #expect(try stems(ids) == ids.map { "apt-1.work.\($0)" })
    }

    @Test("differs on a disk that ignores case, alone or beside the other") func capitals() throws {
        let ids = ["ph-a", "ph-A", "PH-A", "Ph-a"]
        let together = try stems(ids)
        #expect(Set(together.map { $0.lowercased() }).count == ids.count)
        #expect(together[0] == "apt-1.work.ph-a")
        for (id, stem) in zip(ids, together) { #expect(try stems([id]) == [stem]) }
        let bookings = try stems(["1"], booking: "apt-a") + stems(["1"], booking: "APT-A")
        #expect(Set(bookings.map { $0.lowercased() }).count == 2)
    }

    @Test(
        "begins with neither a point nor a dash, and has no other characters than a bag may hold",
        arguments: [
            "-rf", ".hidden", "../../p2", "", "a b", "$(id)", "a;b", "\\u0000", "ø", "*", "~", "a/b", "con", "NUL",
            "lpt1",
        ])
    func safe(id: String) throws {
        for stem in try [stems([id])[0], stems(["1"], booking: id.isEmpty ? "-" : id)[0]] {
            let parts = stem.split(separator: ".", omittingEmptySubsequences: false)
            #expect(parts.count == 3, "\(stem)")
            for part in parts {
                #expect(part.first.map { $0 != "-" } == true, "\(stem)")
                #expect(
                    part.utf8.allSatisfy {
                        $0 == 0x2D || $0 == 0x5F || ($0 < 0x80 && Character(UnicodeScalar($0)).isLetter)
                            || (0x30...0x39).contains($0)
                    }, "\(stem)")
                #expect(!["con", "nul", "lpt1"].contains(part.lowercased()), "\(stem)")
            }
        }
    }

    @Test("of one id is never that of another") func distinct() throws {
        let ids = [
            "../../p2", "_-----p2", "_-----p2-a2f4c5d5", "------p2", "con", "_", "", "-",
            String(repeating: "x", count: 61), String(repeating: "x", count: 60),
        ]
        let names = try stems(ids)
        #expect(names[0] == "apt-1.work._-----p2-a2f4c5d5")
        for (id, name) in zip(ids, names) { #expect(try stems([id]) == [name], "\(id)") }
        #expect(Set(names).count == ids.count, "\(names)")
    }

    @Test("has a number where the server lists one id twice") func twice() throws {
        #expect(try stems(["7", "7", "7"]) == ["apt-1.work.7", "apt-1.work.7.2", "apt-1.work.7.3"])
    }
}
