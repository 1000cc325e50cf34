internal import GantrySignOff
internal import GantryYAML

extension PipelineKeys {
    var signOffKey: DocumentKey {
        DocumentKey(
            "sign-off", .group(Self.signOff),
            help: "Who signs a period before it is delivered or sent. Without it nobody needs to.")
    }

    static let lookBack = 0...24
    static let signOff = [
        DocumentKey(
            "prepare", .list(plainName, isUnique: true), required: true,
            help: "Who may sign first, by their names in gantry.yaml."),
        DocumentKey(
            "approve", .list(plainName, isUnique: true), required: true,
            help: "Who may sign second; never the person who signed first."),
        DocumentKey(
            "proof", .words(SignOffRules.Proof.allCases.map(\.rawValue)),
            standard: .text(SignOffRules.Proof.key.rawValue),
            help: "Of who approves. key: a signature by their key. declared: the name alone is enough."),
        DocumentKey(
            "look-back", .whole(lookBack), standard: .number(SignOffRules.usualLookBack),
            help: "Signed periods that a new run looks at again."),
    ]
}
