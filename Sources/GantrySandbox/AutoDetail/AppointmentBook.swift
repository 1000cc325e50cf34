import Synchronization

/// The appointments of one AutoDetail Hub as they are now, and the photos that were put to it.
final class AppointmentBook: Sendable {
    struct State {
        var book: RecordBook
        /// What was put, by key.
        var photos: [PhotoAddress: [UInt8]] = [:]
        /// Where and when new appointments begin.
        var slots: Set<String> = []
    }

    let began: AutoDetailRecords
    let effects: EffectLedger
    let clock: SandboxClock
    let uploads: UploadAddress
    let keepsPhotoNames: Bool
    let state: Mutex<State>

    init(
        _ records: AutoDetailRecords, _ effects: EffectLedger, _ clock: SandboxClock, uploadLife: Duration,
        keepsPhotoNames: Bool
    ) {
        began = records
        self.effects = effects
        self.clock = clock
        self.keepsPhotoNames = keepsPhotoNames
        uploads = UploadAddress(life: uploadLife)
        state = Mutex(State(book: RecordBook(records.appointments, position: records.position)))
    }

    var appointments: RecordSet { state.withLock { $0.book.records } }

    func appointment(_ id: String) -> [UInt8]? { state.withLock { $0.book.record(id) } }

    /// A photo that was put here, or was there from the start.
    func photo(_ address: PhotoAddress) -> [UInt8]? { state.withLock { $0.photos[address] } ?? began.photo(address) }

    /// `POST /api/client/appointments`: 201 with the appointment; 409 where the service begins at that moment already.
    func create(_ request: BackendRequest) -> BackendAnswer {
        answering { () throws(Refusal) in
            let booking = try Booking(request.body)
            guard let service = began.serviceNamed(booking.serviceName) else {
                throw Refusal(.error(400, "There is no such service"))
            }
            guard !began.isTaken(booking.serviceName, booking.start) else {
                throw Refusal(.error(409, "The slot is taken"))
            }
            let id = "apt-\(randomUUID())"
            let appointment = booking.record(
                id: id, minutes: service.text("durationMinutes").flatMap { Int($0) }, created: clock.now)
            let isFree = state.withLock { state in
                guard state.slots.insert("\(booking.start.seconds) \(booking.serviceName)").inserted else {
                    return false
                }
                state.book.add(appointment, id: id)
                effects.enter("create-appointment", booking.identity, id: id)
                return true
            }
            guard isFree else { throw Refusal(.error(409, "The slot is taken")) }
            return BackendAnswer(
                status: 201, body: appointment.spoiled(request.alteration, AutoDetailHub.appointmentFields))
        }
    }
}
