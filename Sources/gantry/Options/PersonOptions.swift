internal import ArgumentParser

/// Who does something that is kept with their name, and why.
struct PersonOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Who does it: a name in people of gantry.yaml.", valueName: "name"))
    var by: String

    @Option(help: ArgumentHelp("Why, in one line of at least 10 characters.", valueName: "text"))
    var because: String

}
