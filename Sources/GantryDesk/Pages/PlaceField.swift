internal import GantryAccounts
internal import GantryPages
internal import GantryRuns
internal import GantryTerminal

/// Where the files of a run go.
enum PlaceField {
    /// Where the pipeline file delivers to; none for one that can't be read.
    static func files(of pipeline: String, _ asked: Asked) -> [Pipeline.Deliver] {
        var files = asked.desk.files()
        return (try? files.file(of: pipeline).0.deliver) ?? []
    }

    /// A place for who is asked whether it is right: a destination with its address.
    static func words(_ to: String, _ asked: Asked) -> String {
        let known = (try? asked.workspace.readConfiguration(asked.desk.session).destinations) ?? []
        return known.first { $0.name == to }.map { "\($0.name), \($0.address)" } ?? to
    }

    static func markup(_ pipeline: String, _ asked: Asked) -> HTML {
        let t = asked.t
        let files = files(of: pipeline, asked)
        guard files.isEmpty else {
            return
                "<p>\(t("The pipeline file delivers to", "Pipelinefilen afleverer til")) \(files.map(\.to).joined(separator: ", ")).</p>\n"
        }
        let known = (try? asked.workspace.readConfiguration(asked.desk.session).destinations) ?? []
        let options = each(known) { "<option value=\"\($0.name)\">\($0.name)</option>\n" }
        return """
            <div class="field"><label for="to">\(t("Place", "Sted"))</label><span class="hint" id="to-hint">\
            \(t(
                "A destination of gantry.yaml, or an existing folder with a slash, such as ./danlon.",
                "Et sted i gantry.yaml eller en eksisterende mappe med en skråstreg, f.eks. ./danlon."))</span>
            <input type="text" id="to" name="to" list="places" value="\(asked.filled["to"] ?? (known.count == 1 ? known[0].name : ""))" \
            maxlength="500" required \
            aria-describedby="to-hint"><datalist id="places">
            \(options)</datalist></div>

            """
    }
}
