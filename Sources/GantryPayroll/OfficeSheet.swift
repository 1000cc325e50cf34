internal import GantryEngine
internal import GantryFormats

/// A sheet that an office keeps for payroll: the list of employees, a calendar.
enum OfficeSheet {
    /// - Throws: `RunError.unusableRun` where a person has to say which encoding the file has; `SheetError`, `FileError`.
    static func open(_ path: String) throws -> SheetReader {
        do {
            return try SheetReader.open(path)
        } catch let error as SheetError where error.code == .encodingNotCertain {
            throw RunError(.unusableRun, error.explanation, details: error.details, advice: error.advice)
        }
    }
}
