internal import GantryPages
internal import GantrySignOff

/// Who does something: one of the people of gantry.yaml, or a name where it names nobody.
enum PersonField {
    /// The field with its label.
    static func labelled(
        _ people: [Person], own: String, id: String = "by", label: String, _ t: PageText
    ) -> HTML {
        """
        <div class="field"><label for="\(id)">\(label)</label>\
        \(markup(people, own: own, id: id, isInvalid: false, t))</div>

        """
    }

    /// - Parameter own: who is chosen; empty for nobody.
    static func markup(_ people: [Person], own: String, id: String = "by", isInvalid: Bool, _ t: PageText) -> HTML {
        let invalid: HTML = isInvalid ? " aria-invalid=\"true\"" : ""
        guard !people.isEmpty else {
            return
                "<input type=\"text\" id=\"\(id)\" name=\"by\" maxlength=\"64\" required value=\"\(own)\"\(invalid)>"
        }
        let options = each(people) { person -> HTML in
            let isOwn: HTML = person.id == own ? " selected" : ""
            return "<option value=\"\(person.id)\"\(isOwn)>\(person.name)</option>\n"
        }
        return """
            <select id="\(id)" name="by" required\(invalid)>
            <option value="">\(t("Choose who you are", "Vælg, hvem du er"))</option>
            \(options)</select>
            """
    }
}
