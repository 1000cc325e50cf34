import GantryFormats
import GantryModel
import Testing

@Suite("Rows of a list inside records")
struct ListCSVEncoderTests {
    private let columns = ["number", "name", "hours"].map {
        ListCSVEncoder<CSVSample>.Column(field: $0, heading: $0.uppercased())
    }

    /// Three records; the first has two parts, the second none, the third one.
    private func chunk() -> Chunk<CSVSample> {
        var chunk = Chunk<CSVSample>()
        for number in 1...3 { chunk.add { $0.number = Int64(number) } }
        var parts = Nested<CSVPart>(CSVPart.fields)
        for (parent, name) in [(0, "a;b"), (0, "=x"), (2, "c")] {
            var part = CSVPart()
            part.number = chunk.records[parent].number
            part.hours = Hours(nano: 1_500_000_000)
            part.name = TextSlice(start: chunk.bytes.count, count: name.utf8.count, isDecoded: false)
            chunk.bytes += Array(name.utf8)
            parts.records.append(part)
            parts.parents.append(Int32(parent))
        }
        chunk.nested = [parts]
        return chunk
    }

    @Test("come for the records that are written and no others, in their order") func rows() throws {
        var encoder = try #require(
            ListCSVEncoder<CSVSample>(list: "parts", of: CSVSample.fields, columns: columns, dialect: .machine))
        #expect(String(decoding: encoder.header(), as: UTF8.self) == "NUMBER,NAME,HOURS\r\n")
        var out: [UInt8] = []
        encoder.encode(chunk(), rows: [0, 1, 2], into: &out)
        #expect(String(decoding: out, as: UTF8.self) == "1,a;b,1.50\r\n1,'=x,1.50\r\n3,c,1.50\r\n")
        out = []
        encoder.encode(chunk(), rows: [2, 1], into: &out)
        #expect(String(decoding: out, as: UTF8.self) == "3,c,1.50\r\n")
        out = []
        encoder.encode(chunk(), rows: [2, 0], into: &out)
        #expect(String(decoding: out, as: UTF8.self) == "3,c,1.50\r\n1,a;b,1.50\r\n1,'=x,1.50\r\n")
        #expect(encoder.sums == [0, 0, 10_500_000_000])
        #expect(encoder.summedColumns.map(\.heading) == ["HOURS"])
    }

    @Test("need a list and fields that exist") func unknownNames() {
        #expect(
            ListCSVEncoder<CSVSample>(list: "number", of: CSVSample.fields, columns: columns, dialect: .machine) == nil)
        #expect(
            ListCSVEncoder<CSVSample>(
                list: "parts", of: CSVSample.fields, columns: [.init(field: "nobody", heading: "")], dialect: .machine)
                == nil)
    }

    @Test("leave a chunk without lists without rows") func noLists() throws {
        var encoder = try #require(
            ListCSVEncoder<CSVSample>(list: "parts", of: CSVSample.fields, columns: columns, dialect: .machine))
        var chunk = chunk()
        chunk.nested = []
        var out: [UInt8] = []
        encoder.encode(chunk, rows: [0], into: &out)
        #expect(out.isEmpty)
    }
}

@Suite("Flags, plain decimals and links in CSV")
struct OtherKindsTests {
    @Test("are printed as they are") func cells() {
        var chunk = Chunk<CSVSample>()
        chunk.add(text: Array("https://a.dk/x".utf8)) {
            $0.link = $0.text
            $0.flag = true
            $0.decimal = Decimal9(nano: -12_500_000_000)
        }
        chunk.add {
            $0.flag = false
            $0.decimal = Decimal9(83)
        }
        chunk.add()
        let columns = [
            CSVSample.column("flag"), CSVSample.column("decimal"), CSVSample.column("decimal", .fixed(2)),
            CSVSample.column("link"), CSVSample.column("parts"),
        ]
        #expect(chunk.csv(columns, .excelDanish) == "true;-12,5;-12,50;https://a.dk/x;\r\nfalse;83;83,00;;\r\n;;;;\r\n")
    }
}
