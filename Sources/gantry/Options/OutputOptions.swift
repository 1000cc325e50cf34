public import ArgumentParser
internal import GantryTerminal

/// How a command shows what it does.
struct OutputOptions: ParsableArguments {
    @Flag(name: .customLong("json"), help: "Print one JSON object per line for programs instead of text.")
    var isJSON = false

    @Flag(name: [.customLong("quiet"), .customShort("q")], help: "Print nothing but errors.")
    var isQuiet = false

    @Option(help: "Colours: auto (on a terminal, unless NO_COLOR is set), always or never.")
    var color = ColorChoice.auto

    func progressMode(_ console: Console) -> ProgressDisplay.Mode {
        if isJSON { return .events }
        if isQuiet { return .silent }
        return console.canRewriteLines ? .terminal : .plain
    }
}

extension ColorChoice: ExpressibleByArgument {}
