/// Every kind of thing that Gantry can send.
public enum SubmissionCatalog {
    /// The kinds of a system by what stands before their names in pipeline files.
    public static let kinds: [(prefix: String, system: String, types: [any Submission.Type])] = [
        (AutoDetail.prefix, AutoDetail.system, [AutoDetail.Booking.self, AutoDetail.PhotoUpload.self]),
        (CDBL.prefix, CDBL.system, [CDBL.LeaveCancellation.self, CDBL.Certificate.self, CDBL.LeaveApplication.self]),
        (
            KSRCranes.prefix, KSRCranes.system,
            [
                KSRCranes.ProfileImage.self, KSRCranes.WorkerDocument.self, KSRCranes.TimesheetFile.self,
                KSRCranes.SignatureFile.self,
                KSRCranes.WorkEntryRow.self, KSRCranes.CustomerRow.self, KSRCranes.WorkerRow.self,
                KSRCranes.BatchedEntry.self,
                KSRCranes.ReadNotification.self,
            ]
        ),
        (VynqTalk.prefix, VynqTalk.system, [VynqTalk.OutgoingMessage.self]),
    ]

    /// The kind with this name in pipeline files, `cdbl.certificates`, and its system.
    public static func type(named name: String) -> (type: any Submission.Type, system: String)? {
        for (prefix, system, types) in kinds where name.hasPrefix(prefix + ".") {
            let short = name.dropFirst(prefix.count + 1)
            for type in types where type.kind.name == short { return (type, system) }
        }
        return nil
    }
}
