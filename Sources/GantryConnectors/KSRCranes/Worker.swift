public import GantryModel

/// A worker as the office sees them (KSR Cranes: `WorkerForChef`).
public struct Worker: Record {
    public var id: Int64 = 0
    public var name = TextSlice(start: 0, count: 0, isDecoded: false)
    public var email: TextSlice?
    public var phone: TextSlice?
    public var address: TextSlice?
    public var hourlyRate: Money?
    public var employmentType: TextSlice?
    public var status: TextSlice?
    public var pictureURL: TextSlice?
    public var createdAt: Instant?

    public init() {}

    public static let fields: [Field<Worker>] = [
        Field(
            "employee_id", required: true, help: "The worker's number.",
            .integer(range: 1...Int64.max, get: { $0.id }, set: { $0.id = $1 })),
        Field("name", required: true, help: "The worker's name.", .text(get: { $0.name }, set: { $0.name = $1 })),
        Field("email", help: "The worker's e-mail address.", .text(get: { $0.email }, set: { $0.email = $1 })),
        Field("phone", help: "The worker's telephone number.", .text(get: { $0.phone }, set: { $0.phone = $1 })),
        Field("address", help: "The worker's address.", .text(get: { $0.address }, set: { $0.address = $1 })),
        Field(
            "hourly_rate", help: "What an hour at the normal rate pays.",
            .money(get: { $0.hourlyRate }, set: { $0.hourlyRate = $1 })),
        Field(
            "employment_type", help: "fuld_tid, deltid, timebaseret, freelancer or praktikant.",
            .text(get: { $0.employmentType }, set: { $0.employmentType = $1 })),
        Field(
            "status", help: "aktiv, inaktiv, sygemeldt, ferie or opsagt.",
            .text(get: { $0.status }, set: { $0.status = $1 })),
        Field(
            "profile_picture_url", help: "The picture, without its signature.",
            .link(get: { $0.pictureURL }, set: { record, value, _ in record.pictureURL = value })),
        Field(
            "created_at", help: "When the worker was entered.",
            .instant(get: { $0.createdAt }, set: { $0.createdAt = $1 })),
    ]
}
