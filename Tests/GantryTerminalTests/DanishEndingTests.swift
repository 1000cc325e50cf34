import GantryEngine
import GantryModel
import GantryPages
import GantrySignOff
import GantryTerminal
import Testing

/// What a Danish desk shows of why commands failed, as the errors of the program say it.
@Suite("Why a command failed, in Danish") struct DanishEndingTests {
    private static let run = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 1)
    private static let next = RunID(pipeline: "payroll-monthly", period: "2026-10", revision: 2)
    private static let person = Person(id: "manager", name: "Mia Holm")

    private static let refusals: [SignOffRefusal] = [
        .noRules(pipeline: "payroll-monthly"), .unknownPerson("mia", known: []),
        .unknownPerson("mia", known: ["clerk"]),
        .noRole(person, may: ["clerk", "manager"]), .notReady(run, ["a"]), .notReady(run, ["a", "b"]),
        .nothingToSign(run), .builtUpon(run, by: next),
        .unusableReason("has 1 character"),
        .notTheirAccount(Person(id: "manager", name: "Mia Holm", account: "mia"), current: "root"),
        .notDelivered(run, .received),
        .newerRevision(run, newest: next), .olderThanSigned(run, newest: next), .paysTwice(next, delivered: run),
        .openPeriod(run), .nothingToDeliver(run), .hasFiles(run), .otherBase(next, base: run, delivered: nil),
        .otherBase(next, base: run, delivered: next), .superseded(run, by: next), .samePerson(person, run),
        .alreadySigned(run, by: "manager"), .needsSignature(person, statement: "statement.txt"), .needsKey(person),
        .changed(run, what: ["a"]), .notPrepared(run), .notSigned(run, .prepared), .notSigned(run, .published),
        .deliveredAlready(run, to: "inbox"), .deliveredElsewhere(run, to: "inbox", at: "outbox"),
        .notDelivered(run, .signed), .needsReason(run),
        .lostBase(run, what: ["a"]),
    ]
    private static let english: Set<Substring> = [
        "the", "is", "was", "are", "has", "and", "which", "nobody", "somebody", "it", "isn't", "not", "may", "be",
    ]

    @Test("is told of every refusal to sign or to deliver", arguments: refusals.indices) func refused(index: Int) {
        let refusal = Self.refusals[index]
        let explanation = ErrorReport(refusal, command: nil).explanation
        let shown = PageText(.danish, zone: .utc).said(explanation)
        let words = shown.split { " .,:;()".contains($0) }
        #expect(shown != explanation && Self.english.isDisjoint(with: words), "\(explanation) → \(shown)")
    }

    @Test(
        "is told of a run that another process works on, and of records that can't be used",
        arguments: [
            (
                "Process 17 on kontor (gantry run payroll-monthly) has been working on this run since 2026-11-01T06:00:00Z.",
                "Proces 17 på kontor (gantry run payroll-monthly) har arbejdet på denne kørsel siden 2026-11-01T06:00:00Z."
            ),
            (
                "1 of 40 records is unusable; the pipeline file allows none. Nothing is published.",
                "1 af 40 poster kan ikke bruges; pipelinefilen tillader ingen. Intet er gjort færdigt."
            ),
        ])
    func runs(english: String, danish: String) { #expect(PageText(.danish, zone: .utc).said(english) == danish) }
}
