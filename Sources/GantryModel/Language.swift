/// A language in which sheets for people are written. Commands and messages are English.
public enum Language: String, Sendable, CaseIterable {
    case english = "en"
    case danish = "da"
}
