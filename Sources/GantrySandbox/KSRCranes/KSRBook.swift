import FoundationEssentials
import Synchronization

/// The office of one KSR Cranes as it is now. What can be done to it lies in the files beside this one.
final class KSRBook: Sendable {
    struct State {
        var lists: [KSRList: RecordBook]
        var notifications: RecordBook
        var timesheets: RecordBook
        var emails: UniqueValues
        var customerNames: UniqueValues
        var companyNumbers: UniqueValues
        var batchNumbers: UniqueValues
        var entries = WrittenEntries()
        /// By worker, in order of arrival.
        var documents: [String: [WorkerDocument]] = [:]
        var signatures = 0
    }

    let began: KSRRecords
    let effects: EffectLedger
    let clock: SandboxClock
    let state: Mutex<State>

    init(_ records: KSRRecords, _ effects: EffectLedger, _ clock: SandboxClock) {
        began = records
        self.effects = effects
        self.clock = clock
        var lists: [KSRList: RecordBook] = [:]
        for list in KSRList.allCases {
            let stored = records.list(list)
            lists[list] = RecordBook(RecordSet(stored)) { stored.position(list.idField, $0) }
        }
        let notices = records.office.notifications
        state = Mutex(
            State(
                lists: lists,
                notifications: RecordBook(notices) { id in notices.texts().firstIndex { $0.text("id") == id } },
                timesheets: RecordBook(records.office.timesheets, newestFirst: true) { _ in nil },
                emails: UniqueValues(records.list(.workers), "email", id: "employee_id"),
                customerNames: UniqueValues(records.list(.customers), "name", id: "customer_id"),
                companyNumbers: UniqueValues(records.list(.customers), "cvr_nr", id: "customer_id"),
                batchNumbers: UniqueValues(records.list(.payrollBatches), "batch_number", id: "id")))
    }

    func records(_ list: KSRList) -> RecordSet { state.withLock { $0.lists[list]?.records } ?? RecordSet(.empty) }
    var notifications: RecordSet { state.withLock { $0.notifications.records } }
    var timesheets: RecordSet { state.withLock { $0.timesheets.records } }

    /// `YYYY-MM-DDTHH:MM:SS.000Z`, as a script on the server writes the present.
    var now: String { clock.now.text.dropLast() + ".000Z" }
}

extension KSRBook {
    /// The value of a JSON body.
    ///
    /// - Throws: ``Refusal`` with 400.
    static func decoded<Value: Decodable>(
        _ type: Value.Type, _ request: BackendRequest, _ wanted: String
    ) throws(Refusal) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(request.body))
        } catch {
            throw Refusal(.error(400, wanted))
        }
    }

    /// The first day that a text names: a date, or a moment in UTC.
    static func day(_ text: String) -> CivilDay? { CivilDay(text) ?? Moment(text)?.day() }
}

/// A JSON string, or null.
func jsonText(_ text: String?) -> String { text.map { jsonString($0) } ?? "null" }
