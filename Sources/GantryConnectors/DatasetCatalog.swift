public import GantryModel

/// A dataset without its record type, for catalogues and look-up by name.
public protocol DatasetDescription<R>: Sendable {
    associatedtype R: DatasetRecord
    /// The dataset with its type: pass the existential to a generic function to open it.
    var dataset: Dataset<R> { get }
}

extension Dataset: DatasetDescription {
    public var dataset: Dataset<R> { self }
}

/// A system with its datasets.
public struct SystemDatasets: Sendable {
    /// The name in `gantry.yaml`: `cdbl-lms`.
    public let system: String
    /// What a person calls it.
    public let title: String
    /// What stands before a dataset's name in pipeline files: `cdbl` in `cdbl.leaves`.
    public let prefix: String
    public let environments: [String: String]
    /// In the order in which they are listed.
    public let datasets: [any DatasetDescription]
}

/// Every dataset that Gantry can export.
public enum DatasetCatalog {
    public static let systems = [
        SystemDatasets(
            system: KSRCranes.system, title: KSRCranes.title, prefix: KSRCranes.prefix,
            environments: KSRCranes.environments,
            datasets: [
                WorkEntry.dataset, KSRCranes.Timesheet.dataset, KSRCranes.PayrollBatch.dataset,
                KSRCranes.PayrollPeriod.dataset,
                Worker.dataset, KSRCranes.Customer.dataset, KSRCranes.LeaveRequest.dataset,
                KSRCranes.LeaveBalance.dataset,
                KSRCranes.WorkTask.dataset, KSRCranes.TaskDetail.dataset, KSRCranes.AppNotification.dataset,
                KSRCranes.DashboardStatistics.dataset, KSRCranes.PayrollStatistics.dataset,
            ]),
        SystemDatasets(
            system: CDBL.system, title: CDBL.title, prefix: CDBL.prefix, environments: CDBL.environments,
            datasets: [
                CDBL.Leave.dataset, CDBL.LeaveHistory.dataset, CDBL.LeaveBalance.dataset, CDBL.Holiday.dataset,
                CDBL.LeaveNotification.dataset,
            ]),
        SystemDatasets(
            system: AutoDetail.system, title: AutoDetail.title, prefix: AutoDetail.prefix,
            environments: AutoDetail.environments,
            datasets: [
                AutoDetail.Service.dataset, AutoDetail.Appointment.dataset, AutoDetail.FoundAppointment.dataset,
                AutoDetail.PhotoFile.dataset,
            ]),
        SystemDatasets(
            system: VynqTalk.system, title: VynqTalk.title, prefix: VynqTalk.prefix,
            environments: VynqTalk.environments,
            datasets: [
                VynqTalk.User.dataset, VynqTalk.FoundUser.dataset, VynqTalk.CurrentUser.dataset,
                VynqTalk.Message.dataset,
            ]),
    ]

    /// The dataset with this name in pipeline files: `cdbl.leaves`.
    public static func dataset(named name: String) -> (system: SystemDatasets, dataset: any DatasetDescription)? {
        for system in systems where name.hasPrefix(system.prefix + ".") {
            let short = name.dropFirst(system.prefix.count + 1)
            for dataset in system.datasets where dataset.name == short { return (system, dataset) }
        }
        return nil
    }
}

extension DatasetDescription {
    /// The name within the system: `leaves`.
    public var name: String { dataset.name }
    public var help: String { dataset.help }
    /// The fields of a record without its lists.
    public var fields: [FieldDescription] { R.fieldDescriptions }
    /// The earlier dataset whose records columns can show.
    public var join: DatasetJoin? { R.join }
    /// The lists in a record, each with the fields of its elements.
    public var lists: [ListDescription] { R.lists }
}
