package import GantryKit

extension Session {
    /// Changes the file of `--metrics`. What goes wrong with that is reported and changes nothing.
    package func change(metrics path: String, _ change: (inout MetricsText) -> Void) {
        guard let problem = MetricsFile(path).change(change) else { return }
        console.log(["The metrics could not be written to \(path): \(problem)."])
    }
}
