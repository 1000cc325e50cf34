internal import GantryJSON
internal import GantryModel
import Synchronization

/// The appointments of one AutoDetail Hub as they are now, and the uploaded photos.
final class AppointmentStore: Sendable {
    struct State {
        var appointments: RecordStore
        /// The uploads, by address.
        var photos: [PhotoAddress: [UInt8]] = [:]
        /// Service and start of new appointments.
        var slots: Set<Slot> = []
    }

    struct Slot: Hashable {
        var service: String
        var start: Instant
    }

    let initial: AutoDetailRecords
    let effects: EffectLedger
    let clock: SandboxClock
    let uploads: UploadAddress
    let keepsPhotoNames: Bool
    let state: Mutex<State>

    init(_ records: AutoDetailRecords, setup: BackendSetup, options: AutoDetailHubOptions) {
        initial = records
        effects = setup.effects
        clock = setup.clock
        keepsPhotoNames = options.keepsPhotoNames
        uploads = UploadAddress(life: options.uploadLife)
        state = Mutex(State(appointments: RecordStore(records.appointments, position: records.position)))
    }

    var appointments: RecordSet { state.withLock { $0.appointments.records } }

    func appointment(_ id: String) -> [UInt8]? { state.withLock { $0.appointments.record(id) } }

    /// An uploaded or initial photo.
    func photo(_ address: PhotoAddress) -> [UInt8]? { state.withLock { $0.photos[address] } ?? initial.photo(address) }

    /// `POST /api/client/appointments`: 201 with the appointment; 409 where the service is taken at that time.
    func create(_ request: BackendRequest) throws(Refusal) -> BackendAnswer {
        let booking = try Booking(request)
        let slot = Slot(service: booking.serviceName, start: booking.start)
        guard let service = initial.serviceNamed(slot.service) else { throw .error(400, "There is no such service") }
        guard !initial.isTaken(slot.service, slot.start) else { throw .error(409, "The slot is taken") }
        let id = "apt-\(randomUUID())"
        let appointment = booking.record(id: id, minutes: service.int("durationMinutes"), created: clock.now)
        try state.withLock { (state) throws(Refusal) in
            guard state.slots.insert(slot).inserted else { throw .error(409, "The slot is taken") }
            state.appointments.add(appointment.bytes, id: id)
            effects.enter("create-appointment", booking.identity, id: id)
        }
        return request.answer(appointment, status: 201)
    }
}
