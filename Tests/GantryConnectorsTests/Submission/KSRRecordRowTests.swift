import GantryConnectors
import GantryEngine
import Testing

@Suite("A record for KSR Cranes")
struct KSRRecordRowTests: OfficeRows {
    typealias Customer = KSRCranes.CustomerRow
    typealias Worker = KSRCranes.WorkerRow
    static let customers =
        #"[{"customer_id":201,"name":"Nord ApS","contact_email":"a@example.test","phone":"+4500000001","address":null,"cvr_nr":"00000201"},{"customer_id":202,"name":"Syd ApS","cvr_nr":null}]"#
    static let one =
        #"{"customer_id":201,"name":"Nord ApS","contact_email":"a@example.test","phone":"+4500000001","address":null,"cvr_nr":"00000201"}"#
    static let workers = #"[{"employee_id":1001,"name":"A","email":"A@example.test","hourly_rate":200}]"#
    static let list = "/api/app/chef/customers", staff = "/api/app/chef/workers"

    @Test("that is a customer is refused where a name or number is taken, and says by whom") func customerChecks()
        async throws
    {
        let referenceData = try await Customer.loadReferenceData(OfficeCalls([Self.list: Self.customers]))
        func problems(_ cells: [String: String]) -> [RowProblem] {
            row(Customer.submission, cells).check(referenceData, today: someDay)
        }
        #expect(
            problems(["name": "New ApS", "cvr": "12345678", "phone": "+4500000009", "contact_email": "x@example.test"])
                .isEmpty)
        let taken = problems(["name": "Nord ApS", "cvr": "00000201"])
        #expect(
            taken.map(\.code) == ["name-taken", "cvr-taken"]
                && taken[0].sentence.contains("enter 201 as customer_id"))
        #expect(problems(["customer_id": "201", "name": "Nord ApS"]).isEmpty)
        #expect(problems(["customer_id": "202", "name": "Nord ApS"]).map(\.code) == ["name-taken"])
        #expect(problems(["customer_id": "9"]).map(\.code) == ["unknown-customer"])
        #expect(
            problems(["phone": "1", "cvr": "1234567a", "contact_email": "a@b"]).map(\.code) == [
                "email", "length", "cvr", "missing",
            ])
    }

    @Test(
        "that is a customer has one name in all its spellings, at the server and in a sheet",
        arguments: ["NORD aps", "Nord  ApS", "Nord\u{A0}ApS", "No\u{200B}rd ApS", "Nord&nbsp;ApS"])
    func spellings(name: String) async throws {
        let referenceData = try await Customer.loadReferenceData(OfficeCalls([Self.list: Self.customers]))
        let new = row(Customer.submission, ["name": name])
        #expect(new.check(referenceData, today: someDay).map(\.code) == ["name-taken"])
        #expect(new.sharedLimits.map(\.of) == row(Customer.submission, ["name": "Nord ApS"]).sharedLimits.map(\.of))
        let twin = Self.customers.dropLast() + #",{"customer_id":203,"name":"nord aps"}]"#
        let twins = try await Customer.loadReferenceData(OfficeCalls([Self.list: String(twin)]))
        // Two that the server has already keep their names.
        for id in ["201", "203"] {
            #expect(row(Customer.submission, ["customer_id": id, "name": name]).check(twins, today: someDay).isEmpty)
        }
    }

    @Test("that is a new worker is one with another row of the same name in another spelling") func sameWorker() {
        func limits(_ cells: [String: String]) -> Set<String> {
            Set(row(Worker.submission, cells).sharedLimits.map(\.of))
        }
        let one = limits(["name": "Jens Hansen", "email": "a@example.test"])
        #expect(!one.isDisjoint(with: limits(["name": "jens  hansen", "email": "b@example.test"])))
        #expect(one.isDisjoint(with: limits(["employee_id": "7", "name": "Jens Hansen"])))
    }

    @Test("that is a customer is changed in what the sheet names, and keeps the rest") func customerRequest()
        async throws
    {
        let calls = OfficeCalls(["\(Self.list)/201": Self.one])
        func request(_ cells: [String: String]) async throws -> String {
            word(try await Customer.request(for: outgoing([row(Customer.submission, cells)]), step: 0, server: calls))
        }
        #expect(
            try await request(["customer_id": "201", "address": "Vej 1"])
                == #"PUT \#(Self.list)/201 {"name":"Nord ApS","contact_email":"a@example.test","phone":"+4500000001","address":"Vej 1","cvr":"00000201"}"#
        )
        #expect(try await request(["customer_id": "201", "name": "Nord ApS", "cvr": "00000201"]) == "there 201")
        #expect(try await request(["customer_id": "202", "name": "X"]) == "refuse unknown-customer")
        #expect(
            try await request(["name": "New \"ApS\"", "cvr": "12345678"])
                == #"POST \#(Self.list) {"name":"New \"ApS\"","cvr":"12345678"}"#)
    }

    @Test("that is a customer is done when the answer names it, and never sent again after any success")
    func customerAnswer() {
        let rows = outgoing([row(Customer.submission, ["name": "Nord ApS", "cvr": "00000201"])])
        func read(_ text: String) -> String { word(Customer.receive(answer(text, status: 201), for: rows, step: 0)) }
        #expect(read(Self.one) == "taken 201")
        // The server shows names as it likes.
        #expect(read(Self.one.replacing("Nord ApS", with: "NORD  ApS &amp; Co")) == "taken 201")
        #expect(read(#"{"success":true,"customer":\#(Self.one)}"#) == "taken 201")
        #expect(read(Self.one.replacing("00000201", with: "00000202")) == "doubtful other-customer")
        for bare in ["{}", "", #"{"success":true}"#] { #expect(read(bare) == "unconfirmed unconfirmed") }
        #expect(read("<html>") == "unclear unclear-answer")
        #expect(read(#"{"success":false,"error":"No"}"#) == "refused server-said-no")
        let changed = outgoing([row(Customer.submission, ["customer_id": "202", "name": "Nord ApS"])])
        #expect(word(Customer.receive(answer(Self.one), for: changed, step: 0)) == "doubtful other-customer")
        for bare in ["", #"{"success":true}"#] {
            #expect(word(Customer.receive(answer(bare, status: 204), for: changed, step: 0)) == "taken 202")
        }
        #expect(word(Customer.receive(answer("<html>"), for: changed, step: 0)) == "unclear unclear-answer")
    }

    @Test("that is a customer is found by its name, unless the rest differs") func customerFound() async throws {
        let calls = OfficeCalls([Self.list: Self.customers, "\(Self.list)/201": Self.one])
        func find(_ cells: [String: String]) async throws -> String {
            word(try await Customer.find(outgoing([row(Customer.submission, cells)]), step: 0, server: calls))
        }
        #expect(try await find(["name": "Nord ApS", "cvr": "00000201"]) == "there 201")
        #expect(try await find(["name": "Nord ApS", "cvr": "00000999"]) == "cannot tell")
        #expect(try await find(["name": "Vest ApS"]) == "missing")
        // The company number says that it is this customer; without it, a name like this can be another's.
        #expect(try await find(["name": "NORD APS", "cvr": "00000201"]) == "there 201")
        #expect(try await find(["name": "NORD APS"]) == "cannot tell")
        #expect(try await find(["name": "Another ApS", "cvr": "00000201"]) == "cannot tell")
        #expect(try await find(["customer_id": "201", "phone": "+4500000001"]) == "there 201")
        // The server may show a change otherwise than it was sent, but not of a customer that it doesn't have.
        #expect(try await find(["customer_id": "201", "phone": "+4500000002"]) == "repeatable")
        #expect(try await find(["customer_id": "7", "phone": "+4500000002"]) == "missing")
    }

    @Test("that could not be read is taken for none, and another may be hidden behind it") func spoiled() async throws {
        func customer(_ list: String, _ cells: [String: String]) async throws -> String {
            word(
                try await Customer.find(
                    outgoing([row(Customer.submission, cells)]), step: 0, server: OfficeCalls([Self.list: list])))
        }
        let noID = #"{"customer_id":null,"name":"Vest ApS"}"#
        #expect(try await customer("[\(noID)]", ["name": "Vest ApS"]) == "cannot tell")
        #expect(try await customer("[\(noID),\(Self.one)]", ["name": "Nord ApS"]) == "there 201")
        #expect(try await customer("[\(noID),\(Self.one)]", ["name": "Ost ApS"]) == "cannot tell")
        func worker(_ list: String) async throws -> String {
            let new = ["name": "A", "email": "a@example.test", "hourly_rate": "200", "employment_type": "deltid"]
            return word(
                try await Worker.find(
                    outgoing([row(Worker.submission, new)]), step: 0, server: OfficeCalls([Self.staff: list])))
        }
        #expect(try await worker(#"[{"employee_id":"x","name":"A","email":"a@example.test"}]"#) == "cannot tell")
        #expect(
            try await worker(Self.workers.replacing("]", with: #",{"employee_id":-1,"name":"B"}]"#)) == "there 1001")
        let referenceData = try await Customer.loadReferenceData(OfficeCalls([Self.list: "[\(noID)]"]))
        #expect(row(Customer.submission, ["name": "Vest ApS"]).check(referenceData, today: someDay).isEmpty)
        typealias Message = KSRCranes.ReadNotification
        let calls = OfficeCalls(["/api/app/notifications": #"{"notifications":[{"id":5,"isRead":true,"createdAt":7}]}"#]
        )
        #expect(
            word(try await Message.find(outgoing([row(Message.submission, ["id": "5"])]), step: 0, server: calls))
                == "repeatable")
        let messages = try await Message.loadReferenceData(calls)
        for id in ["5", "9"] { #expect(row(Message.submission, ["id": id]).check(messages, today: someDay).isEmpty) }
    }

    @Test("that can't be read is not changed, and the refusal says why") func unreadable() async throws {
        let odd = #"{"customer_id":203,"name":"Vest ApS","cvr_nr":"00000203","project_count":"many"}"#
        let customers = try await Customer.loadReferenceData(OfficeCalls([Self.list: "[\(Self.one),\(odd)]"]))
        let customer = row(Customer.submission, ["customer_id": "203", "phone": "+4500000009"]).check(
            customers, today: someDay)
        #expect(customer.map(\.code) == ["unknown-customer"])
        #expect(
            customer.first?.sentence.hasSuffix(
                " The server lists 1 unreadable customer, which may be it. Have that corrected there.") == true)
        // The server itself takes no two of one name or number.
        #expect(
            row(Customer.submission, ["name": "Vest ApS", "cvr": "00000203"]).check(customers, today: someDay).isEmpty)
        #expect(
            row(Customer.submission, ["customer_id": "201", "phone": "+4500000009"]).check(customers, today: someDay)
                .isEmpty)

        let list = Self.workers.replacing(
            "]", with: #",{"employee_id":1002,"name":"B","email":"b@example.test","hourly_rate":"n/a"}]"#)
        let workers = try await Worker.loadReferenceData(OfficeCalls([Self.staff: list]))
        func problems(_ cells: [String: String]) -> [RowProblem] {
            row(Worker.submission, cells).check(workers, today: someDay)
        }
        #expect(problems(["employee_id": "1001", "phone": "+4500000009"]).isEmpty)
        let change = problems(["employee_id": "1002", "phone": "+4500000009"])
        #expect(
            change.map(\.code) == ["unknown-worker"]
                && change[0].sentence.contains("lists 1 unreadable worker, which may be it."))
        // The server takes two of one name, so a new one could be there twice.
        let new = ["name": "B", "email": "n@example.test", "hourly_rate": "200", "employment_type": "deltid"]
        let hidden = problems(new)
        #expect(hidden.map(\.code) == ["workers-unreadable"])
        #expect(
            hidden.first?.sentence.contains(
                "this may be it rather than a new worker. Have that corrected there, or set allow: [workers-unreadable]"
            ) == true)
        #expect(problems(new.merging(["name": "A"]) { $1 }).map(\.code) == ["name-taken"])
    }

    @Test(
        "has a telephone number that was typed, not one that a spreadsheet program made of it",
        arguments: [
            ("4.57E+10", true), ("4,57e+10", true), ("abcdefghij", false), ("12345678 ext 9", false),
            ("() - () - ()", false), ("1234 x 5678", false),
        ])
    func phones(text: String, isShortened: Bool) async throws {
        let customers = try await Customer.loadReferenceData(OfficeCalls([Self.list: Self.customers]))
        let workers = try await Worker.loadReferenceData(OfficeCalls([Self.staff: Self.workers]))
        let problems = [
            row(Customer.submission, ["name": "New ApS", "phone": text]).check(customers, today: someDay),
            row(Worker.submission, ["employee_id": "1001", "phone": text]).check(workers, today: someDay),
        ]
        for found in problems {
            #expect(found.map(\.code) == ["phone"] && found.first?.field == "phone")
            #expect(
                found.first?.sentence.contains("shortened by a spreadsheet; format the column as text")
                    == isShortened)
        }
        for good in ["+45 12345678", "(45)12-34.56/78", "12345678"] {
            #expect(
                row(Customer.submission, ["name": "New ApS", "phone": good]).check(customers, today: someDay).isEmpty)
        }
    }

    @Test("that is a worker is refused without what a new one needs, and where an address is taken") func workerChecks()
        async throws
    {
        let referenceData = try await Worker.loadReferenceData(OfficeCalls([Self.staff: Self.workers]))
        func codes(_ cells: [String: String]) -> [String] {
            row(Worker.submission, cells).check(referenceData, today: someDay).map(\.code)
        }
        let good = ["name": "N", "email": "n@example.test", "hourly_rate": "212.5", "employment_type": "deltid"]
        #expect(codes(good).isEmpty)
        #expect(codes(good.merging(["hourly_rate": "0"]) { $1 }) == ["hourly-rate"])
        #expect(codes(good.merging(["email": "a@example.test"]) { $1 }) == ["email-taken"])
        #expect(codes([:]) == ["missing", "missing", "missing", "missing"])
        #expect(codes(["employee_id": "1001", "phone": "+4500000001"]).isEmpty)
        #expect(codes(["employee_id": "5"]) == ["unknown-worker"])
        // Whatever the capitals, a name that is there may be a worker whose number the sheet lacks.
        let taken = row(Worker.submission, good.merging(["name": " a "]) { $1 }).check(referenceData, today: someDay)
        #expect(taken.map(\.code) == ["name-taken"] && taken.first?.sentence.contains("Worker 1001") == true)
        #expect(codes(["employee_id": "1001", "name": "A"]).isEmpty)
    }

    @Test("makes one, changes one or changes nothing") func effects() async throws {
        let workers = try await Worker.loadReferenceData(OfficeCalls([Self.staff: Self.workers]))
        func worker(_ cells: [String: String]) -> RowEffect? { row(Worker.submission, cells).effect(workers) }
        #expect(worker(["name": "N"]) == .create)
        #expect(worker(["employee_id": "1001"]) == .nothing)
        #expect(
            worker(["employee_id": "1001", "email": "a@example.test", "hourly_rate": "200.00", "name": "A"]) == .nothing
        )
        #expect(worker(["employee_id": "1001", "hourly_rate": "201"]) == .change)
        #expect(worker(["employee_id": "1001", "phone": "+4500000001"]) == .change)
        // What the server does not show as it was sent counts as a change.
        #expect(worker(["employee_id": "1001", "notes": "x"]) == .change)
        let customers = try await Customer.loadReferenceData(OfficeCalls([Self.list: Self.customers]))
        func customer(_ cells: [String: String]) -> RowEffect? { row(Customer.submission, cells).effect(customers) }
        #expect(customer(["name": "New ApS"]) == .create)
        #expect(customer(["customer_id": "201", "phone": "+4500000001", "cvr": "00000201"]) == .nothing)
        #expect(customer(["customer_id": "202", "cvr": "00000201"]) == .change)
    }

    @Test("that is a worker is sent with what the sheet has and nothing else, and found by its address")
    func workerRequest() async throws {
        let calls = OfficeCalls([Self.staff: Self.workers])
        func request(_ cells: [String: String]) async throws -> String {
            word(try await Worker.request(for: outgoing([row(Worker.submission, cells)]), step: 0, server: calls))
        }
        #expect(
            try await request(["employee_id": "1001", "phone": "+4500000001"])
                == #"PUT \#(Self.staff)/1001 {"phone":"+4500000001"}"#)
        #expect(try await request(["employee_id": "1001"]) == "there 1001")
        let new = ["name": "A", "email": "a@example.test", "hourly_rate": "200.50", "employment_type": "deltid"]
        #expect(
            try await request(new)
                == #"POST \#(Self.staff) {"hourly_rate":200.5,"name":"A","email":"a@example.test","employment_type":"deltid"}"#
        )
        func find(_ change: [String: String]) async throws -> String {
            word(
                try await Worker.find(
                    outgoing([row(Worker.submission, new.merging(change) { $1 })]), step: 0, server: calls))
        }
        #expect(try await find([:]) == "there 1001")
        #expect(try await find(["name": "B"]) == "cannot tell")
        #expect(try await find(["email": "other@example.test"]) == "missing")
        #expect(try await find(["employee_id": "1001"]) == "repeatable")
        let rows = outgoing([row(Worker.submission, new)])
        func read(_ text: String) -> String { word(Worker.receive(answer(text, status: 201), for: rows, step: 0)) }
        let taken =
            #"{"employee_id":7,"name":"A","email":"a@example.test","hourly_rate":200.5,"employment_type":"fuld_tid","status":"aktiv"}"#
        #expect(read(taken) == "taken 7")
        #expect(read(taken.replacing(#""A""#, with: #""A &amp; B""#)) == "taken 7")
        #expect(read(taken.replacing("200.5", with: "200")) == "doubtful other-worker")
        for bare in ["", #"{"success":true}"#] { #expect(read(bare) == "unconfirmed unconfirmed") }
        let change = outgoing([row(Worker.submission, ["employee_id": "1001", "phone": "+4500000001"])])
        for bare in ["", #"{"success":true}"#, #"{"employee_id":1001,"name":"A","phone":"4500000001"}"#] {
            #expect(word(Worker.receive(answer(bare), for: change, step: 0)) == "taken 1001")
        }
        #expect(word(Worker.receive(answer(taken), for: change, step: 0)) == "doubtful other-worker")
        #expect(word(Worker.receive(answer("<html>"), for: change, step: 0)) == "unclear unclear-answer")
    }

    @Test("that is a message is marked as read, and looked at again") func notification() async throws {
        typealias Message = KSRCranes.ReadNotification
        let list =
            #"{"notifications":[{"id":5,"notificationType":"T","message":"m","isRead":true,"createdAt":"2026-10-01T00:00:00Z"},{"id":6,"notificationType":"T","message":"m","isRead":false,"createdAt":"2026-10-01T00:00:00Z"}]}"#
        let calls = OfficeCalls(["/api/app/notifications": list])
        let referenceData = try await Message.loadReferenceData(calls)
        #expect(row(Message.submission, ["id": "6"]).check(referenceData, today: someDay).isEmpty)
        #expect(
            row(Message.submission, ["id": "7"]).check(referenceData, today: someDay).map(\.code) == [
                "unknown-notification"
            ])
        let rows = outgoing([row(Message.submission, ["id": "6"])])
        #expect(
            word(try await Message.request(for: rows, step: 0, server: calls)) == "PATCH /api/app/notifications/6/read")
        #expect(word(try await Message.find(rows, step: 0, server: calls)) == "missing")
        // A list that is cut shows nothing of the others.
        #expect(
            word(try await Message.find(outgoing([row(Message.submission, ["id": "7"])]), step: 0, server: calls))
                == "repeatable")
        #expect(
            word(try await Message.find(outgoing([row(Message.submission, ["id": "5"])]), step: 0, server: calls))
                == "there 5")
        func read(_ text: String) -> String { word(Message.receive(answer(text), for: rows, step: 0)) }
        #expect(read(#"{"success":true,"message":"done"}"#) == "taken 6")
        #expect(read(#"{"success":true,"notification":{"notification_id":6,"is_read":true}}"#) == "taken 6")
        #expect(read("") == "taken 6" && read("<html>") == "unclear unclear-answer")
        #expect(
            read(#"{"success":true,"notification":{"notification_id":7,"is_read":true}}"#)
                == "doubtful other-notification")
        #expect(read(#"{"success":true,"notification":{"id":6,"isRead":false}}"#) == "doubtful other-notification")
        #expect(read(#"{"success":false,"error":"No"}"#) == "refused server-said-no")
    }
}
