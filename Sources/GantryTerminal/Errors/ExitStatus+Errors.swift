internal import GantryAccounts
internal import GantryEngine
internal import GantryFiles
internal import GantryHTTP
internal import GantryModel
internal import GantryRuns
internal import GantrySignOff

extension ExitStatus {
    /// The exit status of a command that this error ends. Every error has exactly one.
    public static func of(_ error: any Error) -> ExitStatus {
        switch error {
        case is UsageError, is PayPeriodError: .wrongUsage
        case let error as SystemFileError where error.code == .exists || error.code == .unusableName: .wrongUsage
        case is PipelineFileError, is SystemFileError: .misconfigured
        case let error as ConfigurationError: of(error)
        case let error as RunError: of(error)
        case let error as JournalError where error.code == .heldByAnother: .inUse
        case let error as FileError: of(error)
        case let error as HTTPError: error.cause.map { of($0) } ?? of(error)
        case let error as SignInError: of(error)
        case let error as SignOffRefusal: of(error)
        case let error as DeliveryError: of(error)
        // A book or a statement that isn't what was written.
        case is BookError, is StatementError: .differs
        case is CancellationError: .canContinue
        case let error as any ExplainedError: error.isRetryable ? .canContinue : .failed
        default: .failed
        }
    }

    private static func of(_ error: ConfigurationError) -> ExitStatus {
        switch error.code {
        case .secret: error.isRetryable ? .canContinue : .needsSignIn
        case .exists: .wrongUsage
        case .notFound, .unreadable, .mistaken, .unknownConnection: .misconfigured
        }
    }

    private static func of(_ error: DeliveryError) -> ExitStatus {
        switch error.code {
        case .signIn: .needsSignIn
        case .destination, .hostKey: .misconfigured
        case .unreachable: .canContinue
        case .unknown: .waits
        case .nothingUnknown: .wrongUsage
        case .taken, .refused, .differs: .failed
        }
    }

    private static func of(_ error: SignOffRefusal) -> ExitStatus {
        switch error.kind {
        case .usage: .wrongUsage
        case .waits: .waits
        case .differs: .differs
        }
    }

    private static func of(_ error: SignInError) -> ExitStatus {
        switch error.code {
        case .signedOut, .ended, .credential, .refused, .unreadable, .damaged: .needsSignIn
        case .busy: .inUse
        case .unsupported: .wrongUsage
        }
    }

    private static func of(_ error: RunError) -> ExitStatus {
        switch error.code {
        case .stopped: .canContinue
        case .nothingChanged: .alreadyPublished
        case .identityChanged, .settingsChanged, .otherSource, .otherOwner, .unsupported: .misconfigured
        case .unusableRun, .openPeriod, .otherDays, .refusedDecision: .wrongUsage
        case .journalLost: .journalLost
        // The fetched records are useless, so the same command would fail again.
        case .sourceChanged, .sourceIncomplete: .failed
        case .landingDamaged, .countsDisagree, .unreadablePage, .sourceRefused, .storeUnavailable, .tooManyRejects,
            .noRecords, .verificationFailed, .doesNotFit, .rowsLeft, .rowsUnknown:
            error.isRetryable ? .canContinue : .failed
        }
    }

    private static func of(_ error: FileError) -> ExitStatus {
        switch error.code {
        case .heldByAnother: .inUse
        case .networkFileSystem: .misconfigured
        // A person can correct these without touching finished work, and the same command resumes.
        case .notPermitted, .readOnly, .fileTooLarge: .canContinue
        case .diskFull, .tooManyOpenFiles, .deviceFailed, .differentFileSystems, .alreadyExists, .missing,
            .symbolicLink, .wrongKind, .notOurs, .openToOthers, .unusableName, .shorterThanRecorded, .damaged, .changed,
            .poisoned, .closed, .tooMany, .systemCall:
            error.isRetryable ? .canContinue : .failed
        }
    }

    private static func of(_ error: HTTPError) -> ExitStatus {
        if error.isRetryable || error.code == .cancelled { return .canContinue }
        switch error.lastCode {
        case .signInFailed, .refused: return .needsSignIn
        case .status where error.status == 401 || error.status == 403: return .needsSignIn
        case .invalidRequest, .proxyRefused: return .misconfigured
        default: return .failed
        }
    }
}
