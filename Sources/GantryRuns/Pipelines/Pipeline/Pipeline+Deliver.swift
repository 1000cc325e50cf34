internal import GantryYAML

extension Pipeline {
    /// The destinations that the files of every run go to.
    public var fileDestinations: [String] { deliver.filter { $0.form == .files }.map(\.to) }

    /// An item of `deliver`: where the files of a published run go.
    public struct Deliver: Sendable, Equatable {
        /// What is delivered.
        public enum Form: String, CaseIterable, Sendable {
            /// The files that the receiver works with: of a payroll export those of the payroll program, else all under
            /// `data/` but Gantry's own.
            case files
            /// The whole export folder, which the receiver can verify.
            case bag
            /// The same as one zip file.
            case zip
        }

        /// `to`: a destination of gantry.yaml.
        public var to: String
        /// `as`. The default is the files.
        public var form = Form.files

        /// Files to a destination.
        public init(to: String, form: Form = .files) {
            self.to = to
            self.form = form
        }

        static let settings: [Setting<Self>] = [
            .own(
                "to", .line(pattern: ValueShape.plainName), required: true, help: "A destination of gantry.yaml."),
            Setting(
                "as", \.form, .choice("form"), standard: .text(Form.files.rawValue),
                help:
                    "files: what the receiver works with. bag: the whole export folder, which the receiver can verify. zip: the same as one file."
            ),
        ]
    }
}
