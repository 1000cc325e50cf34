import GantryEngine
import GantryRuns
import GantryTestSupport
import Testing

@Suite struct IdentityTests {
    private func identity(_ change: (String, String)? = nil, _ overrides: String...) throws -> RunIdentity {
        var text = """
            # a comment
            pipeline: small
            title: Small
            connection: ksr
            records: { dataset: ksr.work-entries, date-field: workDate }
            join: { dataset: ksr.workers, by: employeeId }
            checks: { zero-hours: info }
            rejects: { max: 0 }
            pay:
              payroll-number: employeeId
              currency: DKK
              codes:
                - { code: "1", title: "Say \\"hi\\"\\\\", hours: normalHours, rate: worker.hourly_rate, rate-factor: 1.5 }
              not-paid: [overtimeHours, weekendHours]
            outputs:
              - file: hours.csv
                format: csv
                columns: [id, { field: normalHours, heading: hours, decimals: 2 }]
              - { file: payroll.csv, format: payroll-csv, dialect: excel-da }
              - { file: payroll.xml, format: payroll-xml }
              - { file: raw.jsonl, format: archive, compression: none }
            checkpoint: { every: 5s }

            """
        if let change {
            #expect(text.contains(change.0))
            text = text.replacing(change.0, with: change.1)
        }
        return RunIdentity(
            .payroll,
            settings: try Pipeline.read(
                Array(text.utf8), named: "t", catalog: .documented, overrides: overrides
            ).settings)
    }

    @Test("The reason for which a check is lowered is part of the identity")
    func reason() throws {
        let lowered = try identity(
            (
                "{ zero-hours: info }",
                "{ zero-hours: info, not-approved: { severity: off, because: The foreman signs on paper } }"
            ))
        let lines = lowered.all.map { "\($0.key): \($0.value)" }
        #expect(lines.contains("checks.not-approved: off"))
        #expect(lines.contains("checks.not-approved.because: \"The foreman signs on paper\""))
        let kept = try identity(("{ zero-hours: info }", "{ zero-hours: info, not-approved: { severity: blocker } }"))
        #expect(try kept == identity())
    }

    @Test("The identity is one line for each key, in a fixed order")
    func text() throws {
        #expect(
            try identity().all.map { "\($0.key): \($0.value)\n" }.joined() == """
                identity: 1
                pipeline: "small"
                connection: "ksr"
                records.dataset: "ksr.work-entries"
                records.page-size: 1000
                records.date-field: "workDate"
                join.dataset: "ksr.workers"
                join.by: "employeeId"
                checks.not-approved: blocker
                checks.outside-period: blocker
                checks.conflicting-id: blocker
                checks.negative-hours: blocker
                checks.zero-hours: info
                checks.hours-per-day.warning: 13.00
                checks.hours-per-day.blocker: 24.00
                checks.unknown-worker: blocker
                checks.no-rate: warning
                checks.unusable-rate: blocker
                checks.finer-than-kept: info
                checks.self-approved: warning
                checks.approval-incomplete: warning
                checks.wrong-day-kind: warning
                checks.leave-days: warning
                checks.period-differs: off
                checks.work-on-leave: warning
                checks.part-time: blocker
                checks.looks-double: warning
                checks.week-hours: info
                pay.payroll-number: "employeeId"
                pay.currency: "DKK"
                pay.units-decimals: 2
                pay.amount-decimals: 2
                pay.rounding: half-up
                pay.codes[0].code: "1"
                pay.codes[0].title: "Say \\"hi\\"\\\\"
                pay.codes[0].hours: "normalHours"
                pay.codes[0].rate: "worker.hourly_rate"
                pay.codes[0].rate-factor: 1.50
                pay.not-paid: "overtimeHours", "weekendHours"
                outputs[0].file: "hours.csv"
                outputs[0].format: csv
                outputs[0].dialect: machine
                outputs[0].columns[0].field: "id"
                outputs[0].columns[0].heading: "id"
                outputs[0].columns[1].field: "normalHours"
                outputs[0].columns[1].heading: "hours"
                outputs[0].columns[1].decimals: 2
                outputs[1].file: "payroll.csv"
                outputs[1].format: payroll-csv
                outputs[1].dialect: excel-da
                outputs[2].file: "payroll.xml"
                outputs[2].format: payroll-xml
                outputs[3].file: "raw.jsonl"
                outputs[3].format: archive
                outputs[3].compression: none

                """)
    }

    @Test(
        "What can't change an exported byte leaves the identity alone",
        arguments: [
            ("# a comment", "# another"), ("title: Small", "title: Smaller"),
            ("rejects: { max: 0 }", "rejects: { max: 5% }"),
            ("checkpoint: { every: 5s }", "checkpoint: { every: 1m, records: 5 }"),
            ("checks: { zero-hours: info }", "parameters: { period: { help: Which month } }"),
            ("[overtimeHours, weekendHours]", "[weekendHours, overtimeHours]"),
        ])
    func same(change: (String, String)) throws {
        #expect(try identity() == identity(change))
    }

    @Test(
        "What can change an exported byte changes the identity, and is named",
        arguments: [
            (
                ("heading: hours", "heading: normal_hours"),
                "outputs[0].columns[1].heading: \"hours\" → \"normal_hours\""
            ),
            (("decimals: 2 }", "decimals: exact }"), "outputs[0].columns[1].decimals: 2 → exact"),
            (("zero-hours: info", "zero-hours: off"), "checks.zero-hours: info → off"),
            (("connection: ksr", "connection: ksr2"), "connection: \"ksr\" → \"ksr2\""),
            (("rate-factor: 1.5", "rate-factor: 1.25"), "pay.codes[0].rate-factor: 1.50 → 1.25"),
            (("currency: DKK", "currency: EUR"), "pay.currency: \"DKK\" → \"EUR\""),
            (("currency: DKK", "currency: DKK\n  name: worker.name"), "pay.name: nothing → \"worker.name\""),
            (("date-field: workDate }", "date-field: workDate, page-size: 9 }"), "records.page-size: 1000 → 9"),
        ])
    func different(change: (String, String), line: String) throws {
        #expect(try identity(change).differences(from: identity()).map(\.description) == [line])
    }

    @Test("A key that is gone stands against nothing")
    func gone() throws {
        let old = try identity(("currency: DKK", "currency: DKK\n  name: worker.name"))
        #expect(try identity().differences(from: old).map(\.description) == ["pay.name: \"worker.name\" → nothing"])
        #expect(old.differences(from: old) == [])
    }

    @Test("An option counts like the file itself")
    func options() throws {
        #expect(try identity(nil, "connection=ksr2") == identity(("connection: ksr", "connection: ksr2")))
    }
}
