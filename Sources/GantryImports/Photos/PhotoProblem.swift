internal import GantryEngine
internal import GantryFormats
internal import GantryModel

/// Why a photo can't be converted, for a person.
package struct PhotoProblem: Error {
    package let code: String
    package let found: String
    let expected: String
    let advice: String

    /// What always helps.
    private static let export = "Open the photo and export it as JPEG."

    init(code: String, found: String, expected: String, advice: String = PhotoProblem.export) {
        self.code = code
        self.found = found
        self.expected = expected
        self.advice = advice
    }

    init(_ problem: MediaProblem) {
        self.init(
            code: problem.code.rawValue, found: problem.found, expected: problem.expected, advice: problem.advice)
    }

    /// As the problem of a row whose field names the file.
    func ofRow(_ path: String, _ field: String) -> RowProblems {
        RowProblems(problems: [
            RowProblem(code, field: field, "\(quoted(path)): found \(found); expected \(expected). \(advice)")
        ])
    }

    /// The program's answer isn't one.
    static let unusable = PhotoProblem(
        code: "photo-failed", found: "a photo that the converter gives no JPEG image for", expected: "a usual photo")

    /// - Parameter how: The end of a sentence: "was stopped by signal 11".
    static func died(_ how: String) -> PhotoProblem {
        PhotoProblem(
            code: "photo-failed", found: "a photo whose converter \(how)",
            expected: "a photo that needs at most a minute and 2 GB of memory")
    }
}
