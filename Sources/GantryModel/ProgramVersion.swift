/// The version of this build, in the form of semver.org.
public let programVersion = "0.1.0"
