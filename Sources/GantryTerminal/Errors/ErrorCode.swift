internal import GantryAccounts
internal import GantryEngine
internal import GantryFiles
internal import GantryHTTP
internal import GantryModel
internal import GantryRuns

/// A stable name of the error for programs: where it happened and what, such as `file.disk-full`.
func errorCode(_ error: any Error) -> String {
    switch error {
    case is UsageError, is PayPeriodError: "usage"
    case is ReportError: "output.not-written"
    case is CancellationError: "run.cancelled"
    case let error as RunError: "run." + error.code.rawValue
    case let error as FileError: "file." + error.code.rawValue
    case let error as JournalError: "journal." + error.code.rawValue
    case let error as HTTPError: error.cause.map { errorCode($0) } ?? "http." + kebab(error.lastCode.name)
    case let error as SignInError: "sign-in." + error.code.rawValue
    case let error as DeliveryError: "delivery." + error.code.rawValue
    case let error as PipelineFileError: error.code.rawValue
    case let error as ConfigurationError: error.code.rawValue
    case let error as SystemFileError: error.code.rawValue
    case is any ExplainedError: area(String(describing: type(of: error)))
    default: "other"
    }
}

/// `ArchiveError` as `archive`.
private func area(_ type: String) -> String {
    let name = type.hasSuffix("Error") ? String(type.dropLast(5)) : type
    return name.allSatisfy(\.isUppercase) ? name.lowercased() : String(kebab(name).drop { $0 == "-" })
}

/// `connectFailed` as `connect-failed`.
private func kebab(_ name: String) -> String {
    var out = ""
    for letter in name {
        if letter.isUppercase { out += "-" + letter.lowercased() } else { out.append(letter) }
    }
    return out
}
