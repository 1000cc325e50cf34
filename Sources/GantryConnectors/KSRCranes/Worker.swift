public import GantryModel

/// A worker as the office sees them (KSR Cranes: `WorkerForChef`).
public struct Worker: DeclaredRecord {
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

    /// The fields in the order of the contract; a record without `employee_id` or `name` is a reject.
    public static let fields: [Field<Worker>] = [
        Field("employee_id", \.id, in: 1...Int64.max, help: "The worker's number."),
        Field("name", \.name, help: "The worker's name."),
        Field("email", \.email, help: "The worker's e-mail address."),
        Field("phone", \.phone, help: "The worker's telephone number."),
        Field("address", \.address, help: "The worker's address."),
        Field("hourly_rate", \.hourlyRate, help: "The normal hourly pay."),
        Field("employment_type", \.employmentType, help: "fuld_tid, deltid, timebaseret, freelancer or praktikant."),
        Field("status", \.status, help: "aktiv, inaktiv, sygemeldt, ferie or opsagt."),
        Field("profile_picture_url", link: \.pictureURL, help: "The picture, without its signature."),
        Field("created_at", \.createdAt, help: "When the worker was entered."),
    ]
}
