public import GantryModel

/// A worker as the office sees them (KSR Cranes: `WorkerForChef`).
public struct Worker: DeclaredRecord {
    /// `employee_id`: the worker's number.
    public var id: Int64 = 0
    /// `name`: the worker's name.
    public var name = TextSlice(start: 0, count: 0, isDecoded: false)
    /// `email`: the worker's e-mail address.
    public var email: TextSlice?
    /// `phone`: the worker's telephone number.
    public var phone: TextSlice?
    /// `address`: the worker's address.
    public var address: TextSlice?
    /// `hourly_rate`: what an hour at the normal rate pays.
    public var hourlyRate: Money?
    /// `employment_type`: fuld_tid, deltid, timebaseret, freelancer or praktikant.
    public var employmentType: TextSlice?
    /// `status`: aktiv, inaktiv, sygemeldt, ferie or opsagt.
    public var status: TextSlice?
    /// `profile_picture_url`: the picture, without its signature.
    public var pictureURL: TextSlice?
    /// `created_at`: when the worker was entered.
    public var createdAt: Instant?

    /// A record of zeros and empty texts, its optional fields absent; decoding fills it.
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
