/// A request that a pipeline sends for the rows of a sheet: what is asked of a server for each, and what can be seen
/// there afterwards.
struct SendingKind: Sendable, CustomStringConvertible {
    /// What a lookup tells after a lost answer.
    enum Lookup: Sendable {
        case everything
        case nothing
    }

    let pipeline: String
    let system: BackEnd
    /// The endpoint that answers badly.
    let endpoint: String
    /// The rows of the sheet below the heading, each a request of its own unless they are ``isShared``.
    let rows: [String]
    let heading: String
    /// Where the server notes what it took at last; nil is ``endpoint``.
    var effect: String?
    /// A line more in the pipeline file.
    var line = ""
    /// What the back end is started with.
    var server: [String] = []
    /// The day that it is at the server.
    var today: String?
    /// What comes a second time takes the place of the first.
    var replaces = false
    /// A row that is refused has left something at the server, by a request before.
    var leavesBehind = false
    /// The rows are one request, and each is sent alone when that is refused.
    var isShared = false
    var lookup = Lookup.everything
    /// Ends that are other than the usual ones, by the fault.
    var ends: [String: SendingAnswer.End] = [:]

    var description: String { ([pipeline, endpoint] + (isShared ? ["together"] : []) + server).joined(separator: " ") }

    init(_ pipeline: String, _ system: BackEnd, _ endpoint: String, _ heading: String, _ rows: [String]) {
        self.pipeline = pipeline
        self.system = system
        self.endpoint = endpoint
        self.heading = heading
        self.rows = rows
    }

    func with(_ change: (inout SendingKind) -> Void) -> SendingKind {
        var changed = self
        change(&changed)
        return changed
    }
}

extension SendingKind {
    static let all =
        lms + hub + ksr + [
            SendingKind("messages-send", .vynqTalk, "send-message", "to,content", ["2,Hello", "3,Hello"]).with {
                $0.line = "transport: rest"
                // The deployed server says so of a token that has ended.
                $0.ends["status=403"] = .sent
            }
        ]

    private static let lms = [
        SendingKind(
            "certificates-upload", .cdblLMS, "certificate", "file,leave,type",
            [
                "certificates/4b28b241-4cff-4138-8ff7-98c475ad4863_medical.pdf,4b28b241-4cff-4138-8ff7-98c475ad4863,medical",
                "certificates/f872aeb2-e4eb-4a82-8eb3-e3779bca4ca1_medical.pdf,f872aeb2-e4eb-4a82-8eb3-e3779bca4ca1,medical",
            ]),
        // In a far year what the server makes is made after it was sent, by whatever clock this machine has.
        SendingKind(
            "leave-import", .cdblLMS, "create-leave", "type,start,end,reason",
            [
                "CASUAL,2099-02-01,2099-02-02,Wedding", "CASUAL,2099-03-01,2099-03-01,Land office",
            ]
        ).with(inFarYear),
        SendingKind(
            "leave-import", .cdblLMS, "certificate", "type,start,end,reason,certificate",
            [
                "MEDICAL,2099-01-04,2099-01-05,Fever,leave-certificates/2027-02-15_medical.pdf",
                "MEDICAL,2099-01-07,2099-01-07,Cold,leave-certificates/2027-02-22_medical.pdf",
            ]
        ).with {
            inFarYear(&$0)
            $0.leavesBehind = true
        },
        SendingKind(
            "leave-cancel", .cdblLMS, "cancel-leave", "leave,reason",
            [
                "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a01,Plans changed", "0c9d3a52-6f10-4f7e-9b61-2f4f6b1d0a02,Put off",
            ]),
    ]

    private static func inFarYear(_ kind: inout SendingKind) {
        kind.today = "2099-01-06"
        kind.line = "allow: [holidays-unknown]"
    }

    private static let photos = [
        "photos/apt-000001_work_1.jpg,apt-000001,work", "photos/apt-000002_work_1.jpg,apt-000002,work",
    ]

    private static let hub = [
        SendingKind("photos-upload", .autoDetailHub, "presign", "file,appointment,kind", photos).with {
            $0.effect = "link-photo"
        },
        SendingKind("photos-upload", .autoDetailHub, "put-photo", "file,appointment,kind", photos).with {
            $0.effect = "link-photo"
            // An address that has ended is asked for once more; a store knows no sign-in.
            $0.ends = ["status=403": .sent, "status=401": .refused(401)]
        },
        SendingKind("photos-upload", .autoDetailHub, "link-photo", "file,appointment,kind", photos).with {
            $0.leavesBehind = true
        },
        SendingKind("photos-upload", .autoDetailHub, "link-photo", "file,appointment,kind", photos).with {
            $0.leavesBehind = true
            $0.server = ["--opaque-photos"]
        },
        SendingKind(
            "bookings-import", .autoDetailHub, "create-appointment", "start,client_name,phone,service",
            [
                "2036-10-06T10:00:00Z,Client 1,+79000000501,Car Washing",
                "2036-10-07T10:00:00Z,Client 2,+79000000502,Car Washing",
            ]),
    ]

    private static let hours = "task_id,work_date,start_time,end_time"

    private static let ksr = [
        SendingKind(
            "profile-images-upload", .ksrCranes, "profile-image", "file,worker",
            ["profile-images/1001.jpg,1001", "profile-images/1002.jpg,1002"]
        )
        .with { $0.replaces = true },
        SendingKind(
            "documents-upload", .ksrCranes, "documents", "file,worker,category",
            [
                "documents/contract-1001.pdf,1001,contracts", "documents/contract-1002.pdf,1002,contracts",
            ]),
        SendingKind(
            "timesheets-upload", .ksrCranes, "upload-timesheet", "file,employeeId,taskId,weekNumber,year,entries",
            [
                "timesheets/1001-W45.pdf,1001,281,45,2026,100001 100007",
                "timesheets/1002-W45.pdf,1002,335,45,2026,100002",
            ]),
        SendingKind("signatures-upload", .ksrCranes, "signature", "file", ["signature.png"]).with {
            $0.lookup = .nothing
        },
        SendingKind(
            "work-entries-import", .ksrCranes, "write-work-entries", hours,
            ["281,2026-10-05,07:00,15:00", "281,2026-10-12,07:00,15:00"]),
        SendingKind(
            "work-entries-import", .ksrCranes, "write-work-entries", hours,
            ["281,2026-10-05,07:00,15:00", "281,2026-10-06,07:00,15:00"]
        )
        .with { $0.isShared = true },
        SendingKind(
            "customers-import", .ksrCranes, "create-customer", "name,contact_email",
            [
                "Kranvej ApS,office@kranvej.example.test", "Byggepladsen A/S,",
            ]
        ).with { $0.line = "creates: true" },
        SendingKind(
            "customers-import", .ksrCranes, "update-customer", "customer_id,phone",
            ["202,+45 00 00 0902", "203,+45 00 00 0903"]
        )
        .with { $0.replaces = true },
        SendingKind(
            "workers-import", .ksrCranes, "create-worker", "name,email,hourly_rate,employment_type",
            [
                "Worker 2001,worker2001@example.test,212.5,fuld_tid", "Worker 2002,worker2002@example.test,240,deltid",
            ]
        ).with { $0.line = "creates: true" },
        SendingKind(
            "workers-import", .ksrCranes, "update-worker", "employee_id,phone",
            ["1004,+45 00 00 10 04", "1005,+45 00 00 10 05"]
        )
        .with { $0.replaces = true },
        SendingKind("notifications-read", .ksrCranes, "read-notification", "id", ["5062", "5061"]).with {
            $0.replaces = true
        },
    ]
}
