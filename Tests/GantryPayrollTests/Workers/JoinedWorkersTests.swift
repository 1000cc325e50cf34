import GantryConnectors
import GantryJSON
import GantryModel
import GantryPayroll
import Testing

@Suite("The joined workers")
struct JoinedWorkersTests {
    private func persons(_ json: String) throws -> [Roster.Person] {
        let decoder = PageDecoder(Worker.self)
        var chunk = Chunk<Worker>(bytes: Array(json.utf8), firstOrdinal: 0)
        _ = try decoder.decodePage(&chunk, listKeys: [])
        return try JoinedWorkers.persons(chunk, ["email", "employment_type"], before: 0)
    }

    @Test("How a worker is employed is kept in the word of the server, also one that nobody knows")
    func employment() throws {
        let people = try persons(
            #"[{"employee_id":1,"name":"A","employment_type":"deltid"},{"employee_id":2,"name":"B","employment_type":"elev"},{"employee_id":3,"name":"C"}]"#
        )
        #expect(people.map(\.employment) == ["deltid", "elev", nil])
        #expect(people.map(\.isPartTime) == [true, false, false])
        #expect(try JoinedWorkers.decode(JoinedWorkers.encode(people), path: "workers.jsonl") == people)
    }

    @Test("A rate that can't be read is the worker's own, is kept with the run, and costs nobody else anything")
    func unreadableRate() throws {
        let people = try persons(
            """
            [{"employee_id":1,"name":"A","hourly_rate":188.75,"email":"a@b"},{"employee_id":2,"hourly_rate":99999999999,"name":"B"},
            {"employee_id":3,"name":"C","hourly_rate":"much"},{"employee_id":4,"name":"D","hourly_rate":-5}]
            """)
        let roster = Roster(people)
        #expect(roster.rate(.hourly, ofPersonAt: 0) == .known(Money(nano: 188_750_000_000)))
        #expect(
            (1...3).map { roster.rate(.hourly, ofPersonAt: Int32($0)) } == [
                .unusable(found: "hourly_rate 99999999999"), .unusable(found: "hourly_rate \"much\""),
                .unusable(found: "hourly_rate -5.00"),
            ])
        #expect(try JoinedWorkers.decode(JoinedWorkers.encode(people), path: "workers.jsonl") == people)
    }

    @Test(
        "A worker without a name or a number that can be read still ends the run",
        arguments: [
            #"[{"employee_id":1,"hourly_rate":"x"}]"#, #"[{"name":"A","hourly_rate":"x"}]"#,
            #"[{"hourly_rate":"x","employee_id":0,"name":"A"}]"#, "[7]",
        ])
    func unreadable(json: String) {
        #expect(throws: (any Error).self) { try persons(json) }
    }
}
