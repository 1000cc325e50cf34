package import GantryEngine
internal import GantryHTTP
public import GantryModel

/// Why a file could not be delivered.
public struct DeliveryError: ExplainedError, Equatable {
    /// The kind of failure.
    public enum Code: String, CaseIterable, Sendable {
        /// The place has a file of the name that is in the way.
        case taken
        /// The server's key or certificate is unknown, or not the one that is known.
        case hostKey = "host-key"
        /// The server doesn't accept the account.
        case signIn = "sign-in"
        /// The folder isn't there, or the account may not write to it.
        case refused
        /// What arrived isn't what was sent.
        case differs
        /// It isn't known whether the receiver has the file; a person has to say.
        case unknown
        /// A person says what became of a file, and the outcome of none is unknown.
        case nothingUnknown = "nothing-unknown"
        /// No connection, or it was lost again and again.
        case unreachable
        /// The destination in gantry.yaml doesn't exist or can't be used.
        case destination
    }

    /// What kind of failure it is.
    public let code: Code
    /// What happened to which file.
    public let explanation: String
    /// What to do.
    public let advice: Advice?
    /// Whether the same command can succeed later.
    public var isRetryable: Bool { code == .unreachable }

    package init(_ code: Code, _ explanation: String, advice: Advice?) {
        self.code = code
        self.explanation = explanation
        self.advice = advice
    }

    static func taken(_ address: String) -> DeliveryError {
        DeliveryError(
            .taken, "\(shown(address)) is there already, with other bytes. It was not touched.",
            advice: "Find out what it is and whether it was imported, move it away, and run the same command again.")
    }

    /// A name that has the file of another run of this workspace, or had it last.
    static func taken(_ address: String, by run: String, at time: Instant, same: Bool) -> DeliveryError {
        let bytes =
            same
            ? "It has the same bytes as this run's file, but it was brought by \(run) on \(time.utcDate)."
            : "The last file that was brought there is that of \(run), on \(time.utcDate)."
        return DeliveryError(
            .taken, "\(shown(address)) is there already. \(bytes) It was not touched.",
            advice:
                "Find out whether the receiver has read it, move it away, and run the same command again. \(.show(run: run)) lists what was delivered of it."
        )
    }

    /// Files of a delivery that is to count as failed.
    package static func stillThere(_ addresses: [String]) -> DeliveryError {
        DeliveryError(
            .taken,
            "\(listed(addresses.map { shown($0) }, "and")) \(addresses.count == 1 ? "is" : "are") still there for the receiver to read. Nothing was changed.",
            advice:
                "If the receiver has read what is there, it arrived: correct it instead. Otherwise move it away and run the same command again."
        )
    }

    static func unknown(_ address: String) -> DeliveryError {
        DeliveryError(
            .unknown,
            "It isn't known whether the receiver got \(shown(address)): an earlier attempt brought it or gave it its name, and neither the file nor what was brought for it is there now. It was not sent again.",
            advice:
                "If another disk or share is mounted there, mount the right one and run the same command again. Otherwise ask the receiver: add \(.wasTaken) if they have the file, or \(.sendAnew) if they don't and it is to be sent again."
        )
    }

    static func lost(_ address: String) -> DeliveryError {
        DeliveryError(
            .unknown,
            "The server took \(shown(address)), but it isn't there right afterwards: the receiver took it at once, or the server lost it.",
            advice:
                "Ask the receiver: add \(.wasTaken) if they have the file, or \(.sendAnew) if they don't and it is to be sent again. The account must be able to read the folder."
        )
    }

    static func cut(_ address: String) -> DeliveryError {
        DeliveryError(
            .differs, "The server took \(shown(address)), but has other bytes under its name than were sent.",
            advice:
                "Tell the receiver not to use it, move it away, check the server's disk, then run the same command again."
        )
    }

    /// What was brought whole, and is neither staged nor named.
    static func gone(_ address: String) -> DeliveryError {
        DeliveryError(
            .unknown,
            "What was brought for \(shown(address)) is gone before it got its name: the receiver took it, or something removes hidden files. It was not sent again.",
            advice:
                "Ask the receiver: add \(.wasTaken) if they have the file, or \(.sendAnew) if they don't and it is to be sent again. Whatever reads the folder must leave names alone that begin with a full stop."
        )
    }

    /// A correction on its way to a place that isn't known to have what it corrects.
    package static func lacksBase(
        _ run: RunID, _ base: RunID, deliveredTo places: [String], at place: String
    )
        -> DeliveryError
    {
        let had = listed(places.map { shown($0) }, "and")
        return DeliveryError(
            .unknown,
            "It isn't known whether the receiver at \(shown(place)) has \(base), which \(run) corrects: that was delivered to \(had). Nothing was sent.",
            advice:
                "Deliver it where \(base) was delivered. If the receiver here is the same, or has \(base) already, add \(.wasTaken). Otherwise \(base) comes first."
        )
    }

    /// A run of a restored workspace that one place is known to have, on its way to another one.
    package static func unknownPlace(_ run: RunID, at place: String, deliveredTo places: [String]) -> DeliveryError {
        let had = listed(places.map { singleLine($0, limit: 1_000) }, "and")
        return DeliveryError(
            .unknown,
            "\(run) is known to be delivered to \(had), and it isn't known whether it was to \(singleLine(place, limit: 1_000)) before this workspace was restored or its journal was made.",
            advice:
                "Nothing was sent. Ask the receiver: add \(.wasTaken) if they have it, or \(.sendAnew) if they don't and it is to be sent there."
        )
    }

    package static func nothingUnknown(_ place: String) -> DeliveryError {
        DeliveryError(
            .nothingUnknown,
            "Of no file at \(shown(place)) is it unknown whether it arrived, so there is nothing to say.",
            advice: "Leave \(.wasTaken) and \(.sendAnew) out.")
    }

    static func notRenamed(_ address: String) -> DeliveryError {
        DeliveryError(
            .refused,
            "The server says that \(shown(address)) has its name, but what was brought for it still has its hidden name.",
            advice: "Ask its owner why files aren't renamed in the folder, then run the same command again.")
    }

    static func differs(_ address: String) -> DeliveryError {
        DeliveryError(
            .differs, "\(shown(address)) arrived with other bytes than were sent, twice. It was removed.",
            advice: "Check the server's disk and the network, then run the same command again.")
    }

    static func unreadable(_ address: String) -> DeliveryError {
        DeliveryError(
            .refused, "\(shown(address)) was sent, but can't be read back, so nothing is known of its bytes.",
            advice: "The account needs to read files in the folder, not only to write them.")
    }

    static func replaces(_ address: String, status: Int) -> DeliveryError {
        DeliveryError(
            .refused,
            "The store replaces objects: it answered \(status) to a second PUT of \(shown(address)) with If-None-Match: *.",
            advice:
                "Two commands that deliver there at once could overwrite each other's files. Use a store that honours If-None-Match on PUT."
        )
    }

    /// A failed transfer.
    init(_ error: HTTPError, _ address: String) {
        guard let fault = error.fileFault else {
            guard error.code == .tls else {
                self.init(
                    status: error.status, explanation: error.explanation, isRetryable: error.isRetryable,
                    address: address)
                return
            }
            self.init(
                .hostKey, "There is no safe connection to the server of \(shown(address)): \(error.reason).",
                advice:
                    "If it is the certificate, ask its owner which one it has, or set ca-file of the destination in gantry.yaml to the one that signed it. A server of ftps must speak TLS 1.2."
            )
            return
        }
        switch fault {
        case .hostKey(let fingerprint, isChanged: false):
            self.init(
                .hostKey, "The server of \(shown(address)) is unknown: its key is \(fingerprint).",
                advice:
                    "Ask its owner whether that is its fingerprint. If so, add host-key: [\"\(fingerprint)\"] to the destination in gantry.yaml."
            )
        case .hostKey(let fingerprint, isChanged: true):
            self.init(
                .hostKey,
                "The server of \(shown(address)) has the key \(fingerprint), which isn't the one that is known for it.",
                advice:
                    "Somebody may stand between you and the server: send nothing until its owner says why the key changed."
            )
        case .signInRefused:
            self.init(
                .signIn, "The server of \(shown(address)) doesn't accept the account.",
                advice: "Check user, password and key-file of the destination in gantry.yaml.")
        case .notFound:
            self.init(
                .refused, "\(shown(address)) can't be written: its folder doesn't exist.",
                advice: "Check the folder in the address of the destination; it must exist.")
        case .notPermitted:
            self.init(
                .refused, "\(shown(address)) was refused by the server: \(error.reason).",
                advice: "The account needs to read, write and rename files in the folder, which must exist.")
        case .full:
            self.init(
                .refused, "\(shown(address)) was refused by the server, which has no space left.",
                advice: "Ask its owner for space, then run the same command again.")
        case .cannotResume:
            self.init(
                .refused, "\(shown(address)) can't be continued where an interruption left it: \(error.reason).",
                advice: "Remove what is left of it from the folder, then run the same command again.")
        case .command:
            self.init(
                .refused, "\(shown(address)) can't get its name: \(error.reason).",
                advice: "The account needs the right to rename files in the folder.")
        }
    }

    private init(status: Int?, explanation: String, isRetryable: Bool, address: String) {
        self.init(
            isRetryable ? .unreachable : .refused, "\(shown(address)) could not be delivered: \(explanation)",
            advice: "Check the address of the destination and the network. The same command continues.")
    }

    /// An answer of a server that speaks HTTP.
    static func status(_ status: Int, _ address: String, said text: String) -> DeliveryError {
        let said = text.isEmpty ? "" : ": \(singleLine(text, limit: 300))"
        switch status {
        case 401, 403:
            return DeliveryError(
                .signIn, "The server of \(shown(address)) answered \(status)\(said).",
                advice: "Check the account of the destination in gantry.yaml, and its rights.")
        case 404, 409:
            return DeliveryError(
                .refused, "\(shown(address)) can't be written: the server answered \(status)\(said).",
                advice: "Check the address of the destination; its folder or bucket must exist.")
        case 429, 500, 502, 503, 504:
            return DeliveryError(
                .unreachable, "The server of \(shown(address)) answered \(status) several times\(said).",
                advice: "The same command continues when the server works again.")
        default:
            return DeliveryError(
                .refused, "The server of \(shown(address)) answered \(status)\(said).",
                advice: "Check whether the server can do what the destination needs.")
        }
    }
}

/// An address, whole: its end tells the file.
private func shown(_ address: String) -> String { "\"\(singleLine(address, limit: 1_000))\"" }
