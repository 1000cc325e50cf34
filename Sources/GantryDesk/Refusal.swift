/// Why a request isn't answered.
package enum Refusal: Sendable, CaseIterable {
    /// `Host` is another one: a page of a stranger whose name leads here.
    case otherHost
    /// The target is no path.
    case noPath
    case otherMethod
    /// The address was used.
    case usedKey
    /// The address is too old.
    case lateKey
    case wrongKey
    /// There is no session, or its time is over.
    case noSession
    /// Another page sent the form, or it can't be told which one did.
    case otherOrigin
    /// The form wasn't made by this desk for this address.
    case foreignForm
    case tooLong
    case noForm
    /// A file with a name that can't be kept, or more than a sheet may have.
    case unkept

    /// The status of the answer.
    package var status: Int {
        switch self {
        case .otherHost: 421
        case .noPath, .noForm: 400
        case .otherMethod: 405
        case .usedKey, .lateKey, .wrongKey, .noSession, .otherOrigin, .foreignForm: 403
        case .tooLong, .unkept: 413
        }
    }
}
