internal import GantryYAML

extension PipelineKeys {
    var deliverKey: DocumentKey {
        DocumentKey(
            "deliver", .list(.group(Self.deliver)),
            help:
                "Where the files of a run go once it is published, each once; with sign-off only once two people have signed."
        )
    }

    static let deliver = [
        DocumentKey("to", plainName, required: true, help: "A destination of gantry.yaml."),
        DocumentKey(
            "as", .words(Pipeline.Deliver.Form.allCases.map(\.rawValue)),
            standard: .text(Pipeline.Deliver.Form.files.rawValue),
            help:
                "files: what the receiver works with. bag: the whole export folder, which the receiver can verify. zip: the same as one file."
        ),
    ]
}
