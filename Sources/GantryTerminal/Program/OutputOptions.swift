public import ArgumentParser

/// How a command shows what it does.
package struct OutputOptions: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print one JSON object per line instead of text.")
    package var isJSON = false

    @Flag(name: [.customLong("quiet"), .customShort("q")], help: "Print only errors.")
    package var isQuiet = false

    @Option(
        name: .customLong("log"),
        help: ArgumentHelp("Add a line with time and level to this file for whatever happens.", valueName: "file"),
        completion: .file())
    package var logFile: String?

    @Option(help: "Colours: auto (on a terminal, unless NO_COLOR is set), always or never.")
    package var color = ColorChoice.auto

    package init() {}

    func progressMode(_ console: Console) -> ProgressDisplay.Mode {
        if isJSON { return .events }
        if isQuiet { return .silent }
        return console.canRewriteLines ? .terminal : .plain
    }
}

extension ColorChoice: ExpressibleByArgument {}
