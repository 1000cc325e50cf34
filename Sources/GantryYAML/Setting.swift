internal import GantryModel

/// A key whose value goes into a property: what an editor shows of it, how it is read, and where it goes stand in one
/// place.
package struct Setting<Whole>: Sendable {
    package let key: DocumentKey
    fileprivate let read: @Sendable (inout DocumentReader, DocumentReader.Section) -> ((inout Whole) -> Void)?
}

extension Setting {
    /// A key whose property keeps its value, the standard, where the file doesn't name the key.
    package init<Value>(
        _ name: String, _ property: any WritableKeyPath<Whole, Value> & Sendable, _ form: ValueForm<Value>,
        standard: DocumentKey.Standard? = nil, help: String
    ) {
        key = DocumentKey(name, form.shape, standard: standard, help: help)
        read = { document, section in
            form.read(&document, section, name).map { value in { $0[keyPath: property] = value } }
        }
    }

    /// A key whose property is `nil` where the file doesn't name the key.
    package init<Value>(
        _ name: String, _ property: any WritableKeyPath<Whole, Value?> & Sendable, _ form: ValueForm<Value>,
        standard: DocumentKey.Standard? = nil, help: String
    ) {
        key = DocumentKey(name, form.shape, standard: standard, help: help)
        read = { document, section in
            form.read(&document, section, name).map { value in { $0[keyPath: property] = value } }
        }
    }

    /// A key that the reader of the group reads by its name, because its value depends on others.
    package static func own(
        _ name: String, _ shape: ValueShape, required: Bool = false, standard: DocumentKey.Standard? = nil, help: String
    ) -> Setting {
        Setting(key: DocumentKey(name, shape, required: required, standard: standard, help: help)) { _, _ in nil }
    }
}

/// What the value of a key can be: as an editor shows it, and as it is read.
package struct ValueForm<Value>: Sendable {
    fileprivate let shape: ValueShape
    /// Reports a value that can't be one; `nil` for that, and where there is none.
    fileprivate let read: @Sendable (inout DocumentReader, DocumentReader.Section, String) -> Value?

    /// A text that is read as a value.
    ///
    /// - Parameters:
    ///   - expected: what it should be, for messages.
    ///   - value: `nil` for a text that is none.
    package static func parsed(
        _ shape: ValueShape, expected: String, _ value: @escaping @Sendable (String) -> Value?
    ) -> ValueForm {
        ValueForm(shape: shape) { document, section, name in
            guard let text = document.text(section, name, expected: expected) else { return nil }
            if let value = value(text.value) { return value }
            document.report(
                .badValue, at: text.place, "Found \(quoted(text.value)) for \(section.path(name)).", expected: expected)
            return nil
        }
    }

    /// What a value stands for.
    ///
    /// - Parameter other: of each value that the form reads.
    package func map<Other>(_ other: @escaping @Sendable (Value) -> Other?) -> ValueForm<Other> {
        ValueForm<Other>(shape: shape) { read(&$0, $1, $2).flatMap(other) }
    }
}

extension ValueForm<String> {
    /// A text of one line.
    package static func line(expected: String) -> ValueForm {
        ValueForm(shape: .line()) { $0.text($1, $2, expected: expected)?.value }
    }

    /// One of a few words, which messages call `what`.
    package static func word(_ what: String, among words: [String]) -> ValueForm {
        ValueForm(shape: .words(words)) { $0.choice($1, $2, what: what, among: words) }
    }
}

extension ValueForm<Int> {
    package static func whole(_ range: ClosedRange<Int>) -> ValueForm {
        ValueForm(shape: .whole(range)) { $0.wholeNumber($1, $2, in: range) }
    }
}

extension ValueForm<Bool> {
    package static var flag: ValueForm { ValueForm(shape: .flag) { $0.flag($1, $2) } }
}

extension ValueForm where Value: RawRepresentable<String> & CaseIterable & Sendable {
    /// One of the words of a type, which messages call `what`.
    package static func choice(_ what: String) -> ValueForm {
        ValueForm(shape: .words(Value.allCases.map(\.rawValue))) { $0.choice($1, $2, what: what, as: Value.self) }
    }
}

/// What a file says for the keys of a group, until there is something to put it in.
package struct SettingValues<Whole> {
    fileprivate let values: [(inout Whole) -> Void]

    package func put(into whole: inout Whole) {
        for value in values { value(&whole) }
    }
}

extension DocumentReader {
    /// The value under `key`, or `nil` if it is missing or a mistake.
    package mutating func value<Value>(_ section: Section, _ key: String, _ form: ValueForm<Value>) -> Value? {
        form.read(&self, section, key)
    }

    /// The values of a group.
    package mutating func values<Whole>(of settings: [Setting<Whole>], in section: Section) -> SettingValues<Whole> {
        SettingValues(values: settings.compactMap { $0.read(&self, section) })
    }

    /// Puts the values of a group into what its keys are for.
    package mutating func fill<Whole>(_ whole: inout Whole, _ settings: [Setting<Whole>], from section: Section) {
        values(of: settings, in: section).put(into: &whole)
    }

    /// The section under `key`, or `nil` if it is missing or not a group.
    package mutating func section<Whole>(_ section: Section, _ key: String, keys: [Setting<Whole>]) -> Section? {
        self.section(section, key, keys: keys.map(\.key))
    }
}
