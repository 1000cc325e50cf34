internal import GantryJSON
internal import GantryModel
import Synchronization

/// The records of one KSR Cranes as they are now. The endpoints that change them are in the files beside this one.
final class KSRStore: Sendable {
    struct State {
        var lists: [KSRList: RecordStore] = [:]
        var notifications: RecordStore
        var timesheets: RecordStore
        var emails = UniqueValues()
        var customerNames = UniqueValues()
        var companyNumbers = UniqueValues()
        var batchNumbers = UniqueValues()
        var entries = WrittenEntries()
        /// By worker, in order of arrival.
        var documents: [String: [WorkerDocument]] = [:]
        var signatures = 0
    }

    let initial: KSRRecords
    let effects: EffectLedger
    let clock: SandboxClock
    let state: Mutex<State>

    init(_ records: KSRRecords, _ setup: BackendSetup) {
        initial = records
        effects = setup.effects
        clock = setup.clock
        let notices = records.fixtures.notifications
        var state = State(
            notifications: RecordStore(notices) { id in notices.records().firstIndex { $0.text("id") == id } },
            timesheets: RecordStore(records.fixtures.timesheets, newestFirst: true) { _ in nil })
        for (list, stored) in records.lists {
            state.lists[list] = RecordStore(RecordSet(stored)) { stored.position(list.idField, $0) }
            switch list {
            case .workers: state.emails = UniqueValues(stored, "email", id: list.idField)
            case .customers:
                state.customerNames = UniqueValues(stored, "name", id: list.idField)
                state.companyNumbers = UniqueValues(stored, "cvr_nr", id: list.idField)
            case .payrollBatches: state.batchNumbers = UniqueValues(stored, "batch_number", id: list.idField)
            case .payrollPeriods: break
            }
        }
        self.state = Mutex(state)
    }

    func records(_ list: KSRList) -> RecordSet { state.withLock { $0[list].records } }
    var notifications: RecordSet { state.withLock { $0.notifications.records } }
    var timesheets: RecordSet { state.withLock { $0.timesheets.records } }

    /// `YYYY-MM-DDTHH:MM:SS.000Z`, as JavaScript writes the current time.
    var now: String { clock.now.description.dropLast() + ".000Z" }

    /// The day of a date, or of a time in UTC.
    static func day(_ text: String) -> CivilDate? { Instant(text)?.utcDate }
}

extension KSRStore.State {
    subscript(list: KSRList) -> RecordStore {
        get { lists[list] ?? RecordStore(RecordSet(count: 0, record: { _ in .null })) { _ in nil } }
        set { lists[list] = newValue }
    }
}
