import GantryModel
import Testing

private struct Inner: Equatable, Sendable {
    var before: Int64 = 1
    var number: Int64 = 2
    var day: CivilDate?
    var amount: Money?
    var after: UInt8 = 3
}

@Suite("A slot of a record")
struct FieldSlotTests {
    private let day = CivilDate(daysSince1970: 20_000)

    @Test("keeps a value in its own property and leaves the others alone")
    func stored() {
        var record = Inner()
        let number = FieldSlot<Inner, Int64>(\.number)
        number.store(-7, in: &record)
        #expect(number.value(in: record) == -7 && !number.isOptional)
        #expect(record == Inner(before: 1, number: -7, after: 3))
    }

    @Test("of an optional property is empty until a value is stored")
    func optional() {
        var record = Inner()
        let days = FieldSlot<Inner, CivilDate>(\.day)
        let amounts = FieldSlot<Inner, Money>(\.amount)
        #expect(days.isOptional && days.value(in: record) == nil && amounts.value(in: record) == nil)
        days.store(day, in: &record)
        amounts.store(Money(nano: 5), in: &record)
        #expect(days.value(in: record) == day && amounts.value(in: record) == Money(nano: 5))
        #expect(record == Inner(before: 1, number: 2, day: day, amount: Money(nano: 5), after: 3))
        record.day = nil
        #expect(days.value(in: record) == nil)
    }
}

private struct Parcel: DeclaredRecord {
    var id: Int64 = 0
    var name: TextSlice?
    var kind: Int?
    var page: TextSlice?

    static let fields: [Field<Parcel>] = [
        Field("id", \.id, in: 1...9, help: "The number."),
        Field("name", or: ["title"], \.name, help: "The name."),
        Field("kind", \.kind, oneOf: ["A", "B"], help: "The kind."),
        Field("page", link: \.page, help: "Its page."),
    ]
}

@Suite("A field that is declared by its property")
struct FieldDeclarationTests {
    @Test("has the kind of the property's type, and is required where that isn't optional")
    func kinds() {
        #expect(
            Parcel.fieldDescriptions == [
                FieldDescription(name: "id", kind: .integer, isRequired: true, help: "The number."),
                FieldDescription(name: "name", kind: .text, isRequired: false, help: "The name."),
                FieldDescription(name: "kind", kind: .choice(["A", "B"]), isRequired: false, help: "The kind."),
                FieldDescription(name: "page", kind: .link, isRequired: false, help: "Its page."),
            ])
        #expect(Parcel.fields[1].otherNames == ["title"])
        #expect(Parcel.fields[0].access.expectation == "a whole number from 1 to 9")
    }
}
