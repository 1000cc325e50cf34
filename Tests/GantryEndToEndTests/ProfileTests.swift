import FoundationEssentials
import Testing

@Suite("A pipeline with files in the layouts of payroll programs") struct ProfileTests {
    /// The codes of the shipped pipeline, and what each layout calls them.
    private static let outputs = """
          - { file: danlon.csv, format: danlon, needs: { employer: "99999993" }, codes: { "1000": "1", "1100": "2", "1200": "4" } }
          - { file: prolon.txt, format: prolon }
          - { file: datalon.txt, format: datalon-pc, needs: { employer: "99999993", term: "51" }, codes: { "1000": "11", "1100": "12", "1200": "14" } }
          - { file: lessor4.lon, format: lessor4 }
          - { file: multilon.txt, format: multilon, needs: { firm: "07" } }
          - { file: visma.txt, format: visma-lonn }
          - { file: lodas.txt, format: datev-lodas, needs: { adviser: "1234567", client: "12345" } }
          - { file: lug.txt, format: datev-lug, needs: { adviser: "1234567", client: "12345" } }
          - { file: paxml.xml, format: paxml, needs: { company: "555555-5555" } }
          - { file: timecards.xml, format: hrxml, needs: { employer: "99999993" } }
          - { file: sdworx.txt, format: sdworx-be, needs: { employer: "1111111" } }
          - { file: time.iif, format: iif, needs: { company: Sample Cranes, created: "1027350720" } }
          - { file: EPI7AB202610.csv, format: adp-epi, needs: { employer: 7AB, batch: "202610" }, codes: { "1000": { column: regular }, "1100": { column: overtime }, "1200": WE } }

        """

    private static let files: [(layout: String, file: String)] = [
        ("danlon", "danlon.csv"), ("prolon", "prolon.txt"), ("datalon-pc", "datalon.txt"), ("lessor4", "lessor4.lon"),
        ("multilon", "multilon.txt"), ("visma-lonn", "visma.txt"), ("datev-lodas", "lodas.txt"),
        ("datev-lug", "lug.txt"), ("paxml", "paxml.xml"), ("hrxml", "timecards-"), ("sdworx-be", "sdworx.txt"),
        ("iif", "time.iif"), ("adp-epi", "EPI7AB202610.csv"),
    ]

    /// What a layout calls the codes.
    private static func code(_ code: String, in layout: String) -> String {
        let known: [String: [String: String]] = [
            "danlon": ["1000": "1", "1100": "2", "1200": "4"],
            "datalon-pc": ["1000": "11", "1100": "12", "1200": "14"],
            "adp-epi": ["1000": "regular", "1100": "overtime", "1200": "WE"],
            "iif": ["1000": "Normal hours", "1100": "Overtime", "1200": "Weekend"],
        ]
        return known[layout]?[code] ?? code
    }

    /// The plain month with every layout, published once.
    private static let published: Once<Workspace> = Once { () async throws -> Workspace in
        let folder = try TestFolder("profiles")
        var job = try await Job.plain()
        job.pipeline = try Variants.file(in: folder, more: outputs)
        let workspace = try Workspace("profiles")
        try await job.command(workspace.path).succeed()
        return workspace
    }

    @Test("publishes each of them, with the text of its profile") func files() async throws {
        let workspace = try await Self.published.value
        let names = try workspace.exported().files.keys
        for (layout, file) in Self.files {
            #expect(names.contains { $0.hasPrefix("data/\(file)") }, "\(file)")
            let copy = try text(of: workspace.published + "/data/profiles/\(layout).yaml")
            #expect(try copy == text(of: Product.root + "/Profiles/\(layout).yaml"))
        }
        let totals = try text(of: workspace.published + "/data/totals.json")
        #expect(totals.contains("\"profile\": \"danlon\"") && totals.contains("\"employer\": \"99999993\""))
    }

    @Test("has in each of them the pay lines, as readers see that know nothing of profiles", arguments: 0..<13)
    func independent(index: Int) async throws {
        let (layout, file) = Self.files[index]
        let workspace = try await Self.published.value
        let data = workspace.published + "/data/"
        let names = try FileManager.default.contentsOfDirectory(atPath: data).filter { $0.hasPrefix(file) }.sorted()
        let ending = try await Command(
            [Product.python, Product.tools + "/read_payroll.py", layout] + names.map { data + $0 }
        ).run()
        try #require(ending.status == .exited(0), "\(ending)")
        var expected: Set<String> = []
        for line in try text(of: data + "payroll.csv").split(whereSeparator: \.isNewline).dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            try #require(cells.count == 6, "\(line)")
            let who = layout == "iif" ? cells[1] : cells[0]
            let amount =
                layout == "danlon" ? cells[5] : layout == "visma-lonn" ? (cells[5].isEmpty ? "0.00" : cells[5]) : ""
            expected.insert("\(who)\t\(Self.code(cells[2], in: layout))\t\(cells[3])\t\(amount)")
        }
        let found = Set(ending.lines.map(String.init))
        #expect(found == expected && expected.count > 10, "\(found.symmetricDifference(expected).sorted())")
    }

    @Test("is proven by verify from its folder, which reads each file back by its profile") func verify() async throws {
        let workspace = try await Self.published.value
        let ending = try await Command([Product.binary, "verify", workspace.published]).run()
        ending.expect(exit: 0)
        for (layout, file) in Self.files where layout != "hrxml" {
            #expect(ending.out.contains("data/\(file): read back by its profile"), "\(file): \(ending.out)")
        }
        #expect(ending.out.contains("data/timecards-"), "\(ending.out)")
    }

    @Test(
        "and that states any one figure of them differently is told apart, or the figure is named as one that nothing was compared with"
    ) func figures() async throws {
        let original = try await Self.published.value.published
        let figures = AlteredFigure.all(of: try text(of: original + "/data/totals.json")).filter { figure in
            ["profile", "needs", "codes", "finer", "rows", "output", "format"].contains {
                figure.path.contains("files[") && figure.path.contains("." + $0)
            }
        }
        let whole = try await AlteredExport(of: original).verified()
        try #require(whole.status == .exited(0), "\(whole)")
        let trials = Trials(what: "changed figure of a profile's file", test: "ProfileTests")
        let chosen = figures.indices.filter { $0 % 7 == 0 || !figures[$0].path.contains("timecards") }.prefix(120)
        await trials.run(0..<chosen.count, leastHits: 40) { number in
            let figure = figures[number]
            let altered = try AlteredExport(of: original)
            try write(figure.document, to: altered.path + "/data/totals.json")
            let ending = try await altered.verified()
            return ending.status == .exited(4) ? .held : .broken("\(figure.path) was changed: \(ending)")
        }
    }

    @Test("is told apart when hours move from one employee to another", arguments: ["danlon.csv", "sdworx.txt"])
    func swapped(file: String) async throws {
        let altered = try AlteredExport(of: try await Self.published.value.published)
        let path = altered.path + "/data/" + file
        let isLF = file == "sdworx.txt"
        let end = isLF ? "\n" : "\r\n"
        var lines = try text(of: path).split(separator: end, omittingEmptySubsequences: false).map(String.init)
        // The units of the first line go to the last one, so that every sum stays as it is.
        let last = isLF ? lines.count - 1 : lines.count - 2
        if isLF {
            let first = lines[0].suffix(4)
            lines[0] = String(lines[0].dropLast(4) + lines[last].suffix(4))
            lines[last] = String(lines[last].dropLast(4) + first)
        } else {
            var one = lines[0].split(separator: ";", omittingEmptySubsequences: false)
            var other = lines[last].split(separator: ";", omittingEmptySubsequences: false)
            (one[1], other[1]) = (other[1], one[1])
            lines[0] = one.joined(separator: ";")
            lines[last] = other.joined(separator: ";")
        }
        try write(lines.joined(separator: end), to: path)
        let ending = try await altered.verified()
        #expect(ending.status == .exited(4) && ending.out.contains(file), "\(ending)")
    }

    @Test("rounds a rate that is finer than the layout only on request, and counts the lines") func finer() async throws
    {
        let folder = try TestFolder("finer")
        func pipeline(_ finer: String) throws -> String {
            try Variants.file(
                in: folder,
                [
                    (
                        "hours: normalHours, rate: worker.hourly_rate",
                        "hours: normalHours, rate: worker.hourly_rate, rate-factor: 1.0625"
                    )
                ],
                more: "  - { file: visma.txt, format: visma-lonn, finer: \(finer) }\n", name: "payroll-\(finer).yaml")
        }
        var job = try await Job.plain()
        job.pipeline = try pipeline("refuse")
        let first = try Workspace("refuse")
        let refused = try await job.command(first.path).run()
        #expect(refused.status == .exited(1) && refused.err.contains("rate is"), "\(refused)")
        #expect(refused.err.contains("expected at most 2 decimals"), "\(refused)")
        job.pipeline = try pipeline("round")
        let workspace = try Workspace("round")
        try await job.command(workspace.path).succeed()
        let totals = try text(of: workspace.published + "/data/totals.json")
        let count = try #require(totals.split(separator: "\"rates_rounded\": ").last.map { $0.prefix { $0.isNumber } })
        #expect((Int(count) ?? 0) > 0, "\(count)")
        #expect(try await AlteredExport(of: workspace.published).verified().status == .exited(0))
        let altered = try AlteredExport(of: workspace.published)
        try altered.change("data/totals.json") {
            $0.split(separator: "\"rates_rounded\": \(count)", omittingEmptySubsequences: false).joined(
                separator: "\"rates_rounded\": 99")
        }
        let ending = try await altered.verified()
        #expect(ending.status == .exited(4) && ending.out.contains("99 rounded rates"), "\(ending)")
    }

    @Test("can be had of a run that was published without one") func rewriting() async throws {
        let folder = try TestFolder("rewrite")
        let job = try await Job.plain()
        let workspace = try Workspace("rewrite")
        try await job.command(workspace.path).succeed()
        let path = try Variants.file(in: folder, more: "  - { file: prolon.txt, format: prolon }\n")
        let ending = try await Command(
            [
                Product.binary, "run", path, "--from", Job.run, "--workspace", workspace.path, "--config",
                workspace.path + ".yaml",
            ], environment: Sandbox.environment
        ).run()
        ending.expect(exit: 0)
        let second = workspace.exports + "/payroll-monthly/2026-10/r2"
        #expect(exists(second + "/data/prolon.txt") && exists(second + "/data/profiles/prolon.yaml"))
        #expect(try await Command([Product.binary, "verify", second]).run().status == .exited(0))
    }

    @Test("keeps the schemas of PAXml and HR-XML", .enabled(if: judges != nil)) func schemas() async throws {
        let judges = try #require(Self.judges)
        let data = try await Self.published.value.published + "/data/"
        let cards = try FileManager.default.contentsOfDirectory(atPath: data).filter { $0.hasPrefix("timecards-") }
        #expect(cards.count > 3)
        for (schema, files) in [
            ("paxml/paxml.xsd", ["paxml.xml"]), ("hrxml/TimeCard/TimeCard.xsd", cards),
        ] {
            let ending = try await Command(
                ["xmllint", "--nonet", "--noout", "--schema", "\(judges)/\(schema)"] + files.map { data + $0 }
            ).run()
            ending.expect(exit: 0)
        }
    }

    private static let judges: String? = Product.environment["GANTRY_JUDGES"].flatMap { $0.isEmpty ? nil : $0 }

    @Test(
        "stops before it is published when a value doesn't fit, and names the employee, the code, the column and the value"
    )
    func misfit() async throws {
        let folder = try TestFolder("misfit")
        // Numbers of four digits that begin with 1 are refused by a layout that has room for three.
        let profiles = folder.file("Profiles")
        try FileManager.default.createDirectory(atPath: profiles, withIntermediateDirectories: false)
        try write(
            """
            profile: narrow
            title: A layout with little room
            between: ";"
            row:
              - { value: number, most: 3 }
              - { value: code }
              - { value: units }

            """, to: profiles + "/narrow.yaml")
        var job = try await Job.plain()
        job.pipeline = try Variants.file(in: folder, more: "  - { file: narrow.txt, format: narrow }\n")
        job.folder = folder.path
        let workspace = try Workspace("misfit")
        let ending = try await job.command(workspace.path).run()
        ending.expect(exit: 1)
        #expect(
            ending.err.contains("narrow.txt can't be written") && ending.err.contains("pay code 1000: number is 1")
                && ending.err.contains("expected at most 3 characters"), "\(ending.err)")
        #expect(!exists(workspace.exports))
    }

    @Test("is published without a file that can't hold a value where people sign, and nobody can sign it")
    func leftOut() async throws {
        let folder = try TestFolder("left-out")
        let profiles = folder.file("Profiles")
        try FileManager.default.createDirectory(atPath: profiles, withIntermediateDirectories: false)
        for (name, each) in [("narrow", ""), ("cards", "file-for: employee\n")] {
            try write(
                """
                profile: \(name)
                title: A layout with little room
                between: ";"
                \(each)row:
                  - { value: number, pattern: "100[13]" }
                  - { value: code }
                  - { value: units }

                """, to: profiles + "/\(name).yaml")
        }
        var job = try await Job.plain()
        let more = """
              - { file: narrow.txt, format: narrow }
              - { file: cards.txt, format: cards }
              - { file: prolon.txt, format: prolon }


            """
        job.pipeline = try Variants.file(in: folder, more: more)
        try write(text(of: job.pipeline) + SignedMonth.rules, to: job.pipeline)
        job.folder = folder.path
        let workspace = try Workspace("left-out")
        let published = try await job.command(workspace.path).run()
        published.expect(exit: 2)
        #expect(published.out.contains("without narrow.txt and cards.txt"), "\(published)")
        #expect(published.out.contains("narrow.txt is missing"), "\(published)")
        let names = try FileManager.default.contentsOfDirectory(atPath: workspace.published + "/data")
        #expect(names.contains("prolon.txt") && names.contains("does-not-fit.csv"), "\(names)")
        #expect(!names.contains { $0.hasPrefix("narrow") || $0.hasPrefix("cards") }, "\(names)")
        func gantry(_ words: [String]) async throws -> Ending {
            try await Command(
                [Product.binary] + words + ["--workspace", workspace.path],
                environment: Sandbox.environment, folder: folder.path
            ).run()
        }
        #expect(try await gantry(["verify", Job.run]).status == .exited(0))
        let review = try await gantry(["review", Job.run])
        #expect(review.status == .exited(6) && review.out.contains("narrow.txt is missing"), "\(review)")
        #expect(review.out.contains("write the files again: gantry run"), "\(review)")
        let lines = review.lines.filter { $0.contains(" does-not-fit ") }
        #expect(lines.count > 3 && lines.allSatisfy { $0.contains("critical") }, "\(review)")
        let id = String(try #require(lines.first?.split(separator: " ").first))
        let waived = try await gantry(
            ["review", Job.run, id, "--waive", "--by", "clerk", "--because", "We type it by hand."])
        #expect(waived.status == .exited(64) && waived.err.contains("can't be waived"), "\(waived)")
        let config = workspace.path + ".yaml"
        try write(
            text(of: config)
                + "people:\n  clerk: { name: Payroll Clerk }\n  manager: { name: Payroll Manager, account: x }\n",
            to: config)
        let signed = try await gantry(
            ["sign", Job.run, "--by", "clerk", "--pipeline", job.pipeline, "--config", config])
        #expect(signed.status == .exited(6) && (signed.out + signed.err).contains("does-not-fit"), "\(signed)")
        let preview = try await gantry(["plan", Job.run, "--profile", "narrow"])
        #expect((preview.out + preview.err).contains("number is 1002"), "\(preview)")
    }

    @Test(
        "is refused with the line of each mistake when an output gives too little or the wrong thing",
        arguments: [
            ("{ file: a.csv, format: danlon }", "no key \"needs\""),
            ("{ file: a.csv, format: danlon, needs: { employer: \"99999994\" } }", "check digit"),
            ("{ file: a.csv, format: danlon, needs: { employer: \"99999993\" } }", "[0-9]{1,2}"),
            (
                "{ file: a.csv, format: danlon, needs: { employer: \"99999993\" }, codes: { \"1000\": \"1\" } }",
                "1100 and 1200"
            ),
            ("{ file: a.csv, format: danlom }", "did you mean \"danlon\"?"),
            ("{ file: a.csv, format: prolon, needs: { x: y } }", "needs nothing"),
            (
                "{ file: a.csv, format: adp-epi, needs: { employer: 7AB, batch: \"1\" }, codes: { \"1000\": A, \"1100\": B, \"1200\": C } }",
                "no name that the program reads"
            ),
            ("{ file: a.csv, format: payroll-csv, finer: round }", "takes no \"finer\""),
        ])
    func mistakes(output: String, found: String) async throws {
        let folder = try TestFolder("mistakes")
        let path = try Variants.file(in: folder, more: "  - \(output)\n")
        let ending = try await Command([Product.binary, "validate", path], folder: folder.path).run()
        #expect(ending.status == .exited(78) && (ending.out + ending.err).contains(found), "\(ending)")
    }

    @Test("can show a published run in a layout before any pipeline names it") func preview() async throws {
        let workspace = try await Self.published.value
        func preview(_ words: [String]) async throws -> Ending {
            try await Command(
                [Product.binary, "plan", Job.run, "--workspace", workspace.path] + words
            ).run()
        }
        let lessor = try await preview(["--profile", "lessor4", "--rows", "2"])
        #expect(lessor.status == .exited(0) && lessor.out.contains("everything fits"), "\(lessor)")
        #expect(lessor.out.contains("....+....|") && lessor.out.contains("␍␊") && lessor.out.contains("1001········"))
        let rows = lessor.lines.filter { $0.hasPrefix("1001·") }
        #expect(rows.count >= 2 && rows.allSatisfy { $0.hasSuffix("␍␊") }, "\(lessor)")
        // What an output of the run gave is known.
        let danlon = try await preview(["--profile", "danlon"])
        #expect(danlon.status == .exited(0) && danlon.out.contains("99999993;1001;1;"), "\(danlon)")
        let other = try await preview(["--profile", "danlon", "--set", "needs.employer=1"])
        #expect(other.status == .exited(64) && other.err.contains("CVR number"), "\(other)")
        let unknown = try await preview(["--profile", "danlom"])
        #expect(unknown.status == .exited(78) && unknown.err.contains("danlon"), "\(unknown)")
    }

    @Test("and profiles are listed, shown and checked by commands") func commands() async throws {
        let list = try await Command([Product.binary, "list", "profiles"]).run()
        #expect(
            list.status == .exited(0) && list.out.contains("sdworx-be") && !list.out.contains("verified"), "\(list)")
        #expect(list.out.contains("another program") && list.out.contains("No file was tried"), "\(list)")
        let one = try await Command([Product.binary, "list", "profiles", "lessor4"]).run()
        #expect(one.status == .exited(0) && one.out.contains("208 characters"), "\(one)")
        let valid = try await Command([Product.binary, "validate", Product.root + "/Profiles/lessor4.yaml"]).run()
        #expect(valid.status == .exited(0) && valid.out.contains("is valid") && valid.out.contains("208"), "\(valid)")
        let folder = try TestFolder("mistaken")
        let path = folder.file("mine.yaml")
        try write(
            """
            profile: mine
            title: Mine
            between: ";"
            row:
              - { value: nummer }
              - { value: code }

            """, to: path)
        let mistaken = try await Command([Product.binary, "validate", path]).run()
        mistaken.expect(exit: 78)
        #expect((mistaken.out + mistaken.err).contains("did you mean \"number\"?"), "\(mistaken)")
    }
}
