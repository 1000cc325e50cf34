import GantryJSON
import GantryModel
import Testing

@Suite("Python agrees")
struct PythonComparisonTests {
    @Test("which damaged pages are JSON") func damagedPages() throws {
        var damaged = DamagedPages(seed: 99)
        let pages = (0..<3_000).map { _ in damaged.next() }
        let verdicts = try Python.lines(
            """
            import json, sys
            def refuse(word): raise ValueError(word)
            for line in sys.stdin:
                try:
                    json.loads(bytes.fromhex(line).decode("utf-8"), parse_int=str, parse_float=str, parse_constant=refuse)
                    print("read")
                except ValueError:
                    print("refused")
            """, input: Array(pages.map { hex($0) + "\n" }.joined().utf8))
        #expect(verdicts.count == pages.count)
        var read = 0
        for (page, verdict) in zip(pages, verdicts) {
            let reference = (try? ReferenceJSON.parse(page)) == nil ? "refused" : "read"
            #expect(reference == verdict, "\(String(decoding: page, as: UTF8.self).debugDescription)")
            if (try? JSONTree(page)) != nil {
                #expect(verdict == "read", "\(String(decoding: page, as: UTF8.self).debugDescription)")
            }
            if verdict == "read" { read += 1 }
        }
        #expect(read > 300)
    }

    /// Each line: the page in hexadecimal, then for each record its fields, absent ones empty.
    private let generator = """
        import decimal, json, random, sys
        decimal.getcontext().prec = 60
        rng = random.Random(int(sys.argv[1]))
        nine = decimal.Decimal("1e-9")
        class Number:
            # Any spelling of a number; json itself only writes its own.
            def __init__(self, text): self.text = text
        def dump(value, **options):
            tokens = {}
            def mark(value):
                if isinstance(value, Number):
                    name = "@@%d@@" % len(tokens)
                    tokens['"' + name + '"'] = value.text
                    return name
                if isinstance(value, dict): return {k: mark(v) for k, v in value.items()}
                if isinstance(value, list): return [mark(v) for v in value]
                return value
            text = json.dumps(mark(value), **options)
            for name, number in tokens.items(): text = text.replace(name, number, 1)
            return text
        def number(limit, places):
            whole = rng.choice([0, 1, rng.randrange(limit), rng.randrange(limit)])
            text = rng.choice(["", "-"]) + str(whole)
            digits = rng.choice([0, 1, 2, 3, 8, 9, 10, 15, 25]) if places else 0
            if digits: text += "." + "".join(rng.choice(rng.choice(["05", "0123456789"])) for _ in range(digits))
            if places and rng.random() < 0.2: text += rng.choice("eE") + rng.choice(["", "+", "-"]) + str(rng.randrange(2))
            return text
        def letter():
            kind = rng.random()
            if kind < 0.5: return chr(rng.randrange(0x20, 0x7f))
            if kind < 0.6: return chr(rng.randrange(0x20))
            if kind < 0.7: return rng.choice("\\\\\\"/'=+-@;,\\u2028\\ufeff")
            if kind < 0.9: return chr(rng.choice([rng.randrange(0x80, 0xd800), rng.randrange(0xe000, 0x10000)]))
            return chr(rng.randrange(0x10000, 0x110000))
        def nano(text):
            value = decimal.Decimal(text)
            kept = value.quantize(nine, rounding=decimal.ROUND_HALF_EVEN)
            return str(int(kept.scaleb(9))), "1" if kept == value else "0"
        def sent(text): return rng.choice([Number(text), text])
        for page in range(60):
            records, expected = [], []
            for _ in range(rng.randrange(8)):
                ident, hours, price = str(rng.randrange(1, 2**63)), number(9000, True), number(90000, True)
                note = "".join(letter() for _ in range(rng.randrange(20)))
                record = {"id": sent(ident), "hours": sent(hours), "x" + letter(): [note, {"id": None}]}
                row = [ident, *nano(hours), "", "", ""]
                if rng.random() < 0.7: record["price"], row[3] = sent(price), nano(price)[0]
                if rng.random() < 0.7: record["note"], row[4] = note, "=" + note.encode().hex()
                if rng.random() < 0.7:
                    state = rng.randrange(2)
                    record["state"], row[5] = ["OPEN", "DONE"][state], str(state)
                names = list(record)
                rng.shuffle(names)
                records.append({name: record[name] for name in names})
                expected.append(row)
            options = {"ensure_ascii": rng.random() < 0.5, "indent": rng.choice([None, None, 2]),
                       "separators": rng.choice([None, (",", ":"), (" , ", " : ")])}
            document = rng.choice([records, {"data": records, "total": len(records)}])
            print("|".join([dump(document, **options).encode("utf-8").hex()] + [",".join(row) for row in expected]))
        """

    @Test("what generated records mean", arguments: 0..<5) func generatedRecords(seed: Int) throws {
        var records = 0
        for line in try Python.lines(generator, arguments: ["\(seed)"]) {
            let parts = line.split(separator: "|", omittingEmptySubsequences: false)
            let page = try decodePage(bytes(hex: parts[0]))
            let found = page.chunk.records.map { record in
                [
                    "\(record.id)", "\(record.hours.nano)", record.hoursAreExact ? "1" : "0",
                    record.price.map { "\($0.nano)" } ?? "",
                    record.note.map { "=" + hex(Array(page.chunk.text($0).utf8)) } ?? "",
                    record.state.map { "\($0)" } ?? "",
                ].joined(separator: ",")
            }
            #expect(page.chunk.rejects == [], "seed \(seed)")
            #expect(
                found == parts.dropFirst().map(String.init),
                "seed \(seed): \(String(decoding: page.chunk.bytes, as: UTF8.self))")
            records += found.count
        }
        #expect(records > 100)
    }
}
