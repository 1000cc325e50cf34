internal import GantryModel

/// The XML Schema 1.0 of the payroll file, one document without imports.
///
/// What it holds down: the order of elements, the type and the one spelling of every value, each payroll number,
/// employee, pay code, line and day once, and that lines and totals name declared pay codes. It can't add: the sums are
/// checked by `verifyPayrollXML`.
///
/// The identity constraints are arranged so that a validator's work stays linear. libxml2 keeps every matched node of
/// every constraint until the document ends, so each costs about 170 bytes and a microsecond per match. A day therefore
/// belongs to its line instead of naming a pay code: its pay code is declared because its line's is, and one
/// `xs:unique` per line covers it. Only lines and totals need an `xs:keyref`, and that is at the outermost element,
/// because a key is seen from the element that declares it and from its ancestors, never from a sibling's children.
package enum PayrollXMLSchema {
    package static let namespace = "urn:gantry:payroll:1"

    /// The schema for files whose units have `unitsDecimals` decimals (0...4), as UTF-8. The same arguments give the
    /// same bytes.
    ///
    /// - Parameter withKeys: false leaves out every `xs:key`, `xs:keyref` and `xs:unique`. Such a schema costs a
    ///   validator no memory and a third of the time; it serves a reader that checks uniqueness and references by
    ///   itself. The file next to a payroll file has them.
    package static func document(_ form: Form = Form(), withKeys: Bool = true) -> [UInt8] {
        Array(text(form, keys: withKeys).utf8)
    }

    /// What files of one pipeline have in common.
    package struct Form: Equatable, Sendable {
        /// Decimals of the units of a line, 0...4.
        package var unitsDecimals = 2
        /// Whether some pay code counts days or times instead of hours.
        package var hasUnits = false
        /// Whether lines are split by projects, so that one pay code has several.
        package var isByProject = false
        /// Whether some employees have a text as key in the system of the hours.
        package var hasTextKeys = false

        package init(unitsDecimals: Int = 2, hasUnits: Bool = false, isByProject: Bool = false) {
            self.unitsDecimals = unitsDecimals
            self.hasUnits = hasUnits
            self.isByProject = isByProject
        }

        package init(_ batch: PayrollBatch, _ payCodes: [PayCode], isByProject: Bool) {
            self.init(
                unitsDecimals: batch.unitsDecimals, hasUnits: payCodes.contains { $0.unit != .hours },
                isByProject: isByProject)
            hasTextKeys = batch.hasTextKeys
        }
    }

    private static func text(_ form: Form, keys: Bool) -> String {
        let unitsDecimals = form.unitsDecimals
        let unit = form.hasUnits ? unitAttribute : ""
        let unitType = form.hasUnits ? self.unitType : ""
        let project = form.isByProject ? projectAttribute : ""
        let ofBatch = form.hasTextKeys ? keysAttribute : ""
        let identifier = form.hasTextKeys ? textKeyType : identifierType
        func key(_ text: String) -> String { keys ? text : "" }
        let point = unitsDecimals == 0 ? "" : #"\.[0-9]{\#(unitsDecimals)}"#
        return #"""
            <?xml version="1.0" encoding="UTF-8"?>
            <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns="urn:gantry:payroll:1" xmlns:p="urn:gantry:payroll:1"
                targetNamespace="urn:gantry:payroll:1" elementFormDefault="qualified" version="1">
              <xs:element name="payroll">
                <xs:complexType>
                  <xs:sequence>
                    <xs:element name="batch" type="Batch"/>
                    <xs:element name="payCodes" type="PayCodes"/>
                    <xs:element name="employees" type="Employees">\#(key(employeeKeys))
                    </xs:element>
                    <xs:element name="totals" type="Totals">\#(key(totalKeys))
                    </xs:element>
                  </xs:sequence>
                </xs:complexType>\#(key(payCodeKeys))
              </xs:element>

              <xs:complexType name="Batch">
                <xs:attribute name="system" type="Code" use="required"/>
                <xs:attribute name="connection" type="Code" use="required"/>
                <xs:attribute name="pipeline" type="Code" use="required"/>
                <xs:attribute name="period" type="Period" use="required"/>
                <xs:attribute name="first" type="Day" use="required"/>
                <xs:attribute name="last" type="Day" use="required"/>
                <xs:attribute name="revision" type="Revision" use="required"/>
                <xs:attribute name="corrects" type="Revision"/>
                <xs:attribute name="snapshot" type="Stamp" use="required"/>
                <xs:attribute name="currency" type="Currency"/>
                <xs:attribute name="rounding" type="Rounding" use="required"/>
                <xs:attribute name="unitsDecimals" type="UnitsDecimals" use="required"/>\#(ofBatch)
              </xs:complexType>

              <xs:complexType name="PayCodes">
                <xs:sequence>
                  <xs:element name="payCode" minOccurs="0" maxOccurs="unbounded">
                    <xs:complexType>
                      <xs:attribute name="code" type="Code" use="required"/>
                      <xs:attribute name="title" type="Text" use="required"/>\#(unit)
                    </xs:complexType>
                  </xs:element>
                </xs:sequence>
              </xs:complexType>

              <xs:complexType name="Employees">
                <xs:sequence>
                  <xs:element name="employee" type="Employee" minOccurs="0" maxOccurs="unbounded">\#(key(lineKey(byProject: form.isByProject)))
                  </xs:element>
                </xs:sequence>
              </xs:complexType>

              <xs:complexType name="Employee">
                <xs:sequence>
                  <xs:element name="line" type="Line" minOccurs="0" maxOccurs="unbounded">\#(key(dayKey))
                  </xs:element>
                </xs:sequence>
                <xs:attribute name="payrollNumber" type="Code" use="required"/>
                <xs:attribute name="employeeId" type="Identifier" use="required"/>
                <xs:attribute name="name" type="Text"/>
                <xs:attribute name="entries" type="Count" use="required"/>
                <xs:attribute name="entryIdSum" type="HashTotal" use="required"/>
              </xs:complexType>

              <xs:complexType name="Line">
                <xs:sequence>
                  <xs:element name="day" minOccurs="0" maxOccurs="unbounded">
                    <xs:complexType>
                      <xs:attribute name="date" type="Day" use="required"/>
                      <xs:attribute name="hours" type="Exact" use="required"/>
                    </xs:complexType>
                  </xs:element>
                </xs:sequence>
                <xs:attribute name="payCode" type="Code" use="required"/>\#(project)
                <xs:attribute name="units" type="Units" use="required"/>
                <xs:attribute name="rate" type="Exact"/>
                <xs:attribute name="amount" type="Amount"/>
                <xs:attribute name="entries" type="Count" use="required"/>
              </xs:complexType>

              <xs:complexType name="Totals">
                <xs:sequence>
                  <xs:element name="payCode" minOccurs="0" maxOccurs="unbounded">
                    <xs:complexType>
                      <xs:attribute name="code" type="Code" use="required"/>
                      <xs:attribute name="lines" type="Count" use="required"/>
                      <xs:attribute name="entries" type="Count" use="required"/>
                      <xs:attribute name="units" type="UnitsTotal" use="required"/>
                      <xs:attribute name="hours" type="ExactTotal" use="required"/>
                      <xs:attribute name="amount" type="AmountTotal"/>
                    </xs:complexType>
                  </xs:element>
                </xs:sequence>
                <xs:attribute name="employees" type="Count" use="required"/>
                <xs:attribute name="entries" type="Count" use="required"/>
                <xs:attribute name="lines" type="Count" use="required"/>
                <xs:attribute name="linesWithoutRate" type="Count" use="required"/>
                <xs:attribute name="amount" type="AmountTotal"/>
                <xs:attribute name="payrollNumberSum" type="HashTotal" use="required"/>
                <xs:attribute name="payrollNumbersNotNumeric" type="Count" use="required"/>
                <xs:attribute name="entryIdSum" type="HashTotal" use="required"/>
              </xs:complexType>

              <xs:simpleType name="Code">
                <xs:restriction base="xs:token">
                  <xs:minLength value="1"/>
                  <xs:maxLength value="\#(PayrollFileRules.codeLength)"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Text">
                <xs:restriction base="xs:string">
                  <xs:minLength value="1"/>
                  <xs:maxLength value="\#(PayrollFileRules.textLength)"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Period">
                <xs:restriction base="xs:token">
                  <xs:pattern value="[0-9]{4}-[0-9]{2}(@[0-9]{4}-[0-9]{2}-[0-9]{2})?"/>
                  <xs:pattern value="[0-9]{4}-W[0-9]{2}(-W[0-9]{2})?(@[0-9]{4}-[0-9]{2}-[0-9]{2})?"/>
                  <xs:pattern value="[0-9]{4}-[0-9]{2}-[0-9]{2}\.\.[0-9]{4}-[0-9]{2}-[0-9]{2}(@[0-9]{4}-[0-9]{2}-[0-9]{2})?"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Day">
                <xs:restriction base="xs:date">
                  <xs:pattern value="[0-9]{4}-[0-9]{2}-[0-9]{2}"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Stamp">
                <xs:restriction base="xs:dateTime">
                  <xs:pattern value="[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{3}([0-9]{3}([0-9]{3})?)?)?Z"/>
                </xs:restriction>
              </xs:simpleType>\#(unitType)
              <xs:simpleType name="Currency">
                <xs:restriction base="xs:token">
                  <xs:pattern value="[A-Z]{3}"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Rounding">
                <xs:restriction base="xs:token">
                  <xs:enumeration value="half-up"/>
                  <xs:enumeration value="half-even"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="UnitsDecimals">
                <xs:restriction base="xs:int">
                  <xs:pattern value="\#(unitsDecimals)"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Revision">
                <xs:restriction base="xs:int">
                  <xs:pattern value="[1-9][0-9]*"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Identifier">\#(identifier)
              </xs:simpleType>
              <xs:simpleType name="Count">
                <xs:restriction base="xs:nonNegativeInteger">
                  <xs:totalDigits value="12"/>
                  <xs:pattern value="0|[1-9][0-9]*"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="HashTotal">
                <xs:restriction base="xs:token">
                  <xs:maxLength value="30"/>
                  <xs:pattern value="0|[1-9][0-9]*"/>
                </xs:restriction>
              </xs:simpleType>
              <!-- Hours of a day and rates: exact, at least two decimals, no zero that says nothing. -->
              <xs:simpleType name="Exact">
                <xs:restriction base="xs:decimal">
                  <xs:totalDigits value="19"/>
                  <xs:fractionDigits value="9"/>
                  <xs:pattern value="-?(0|[1-9][0-9]*)\.[0-9][0-9]([0-9]*[1-9])?"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Units">
                <xs:restriction base="xs:decimal">
                  <xs:totalDigits value="\#(10 + unitsDecimals)"/>
                  <xs:fractionDigits value="\#(unitsDecimals)"/>
                  <xs:pattern value="-?(0|[1-9][0-9]*)\#(point)"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="Amount">
                <xs:restriction base="xs:decimal">
                  <xs:totalDigits value="20"/>
                  <xs:fractionDigits value="2"/>
                  <xs:pattern value="-?(0|[1-9][0-9]*)\.[0-9][0-9]"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="ExactTotal">
                <xs:restriction base="xs:token">
                  <xs:maxLength value="30"/>
                  <xs:pattern value="-?(0|[1-9][0-9]*)\.[0-9][0-9]([0-9]*[1-9])?"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="UnitsTotal">
                <xs:restriction base="xs:token">
                  <xs:maxLength value="30"/>
                  <xs:pattern value="-?(0|[1-9][0-9]*)\#(point)"/>
                </xs:restriction>
              </xs:simpleType>
              <xs:simpleType name="AmountTotal">
                <xs:restriction base="xs:token">
                  <xs:maxLength value="30"/>
                  <xs:pattern value="-?(0|[1-9][0-9]*)\.[0-9][0-9]"/>
                </xs:restriction>
              </xs:simpleType>
            </xs:schema>

            """#
    }

    private static let unitAttribute = """

                  <xs:attribute name="unit" type="Unit"/>
        """

    private static let projectAttribute = """

            <xs:attribute name="project" type="Code"/>
        """

    /// Where the attribute is left out, units are hours.
    private static let unitType = """

          <xs:simpleType name="Unit">
            <xs:restriction base="xs:token">
              <xs:enumeration value="days"/>
              <xs:enumeration value="times"/>
            </xs:restriction>
          </xs:simpleType>
        """

    /// What a file with such keys says of them.
    static let textKeys = "text"

    private static let keysAttribute = """

                <xs:attribute name="employeeIds" type="xs:token" fixed="\(textKeys)" use="required"/>
        """

    private static let identifierType = """

                <xs:restriction base="xs:long">
                  <xs:pattern value="0|-?[1-9][0-9]*"/>
                </xs:restriction>
        """

    private static let textKeyType = """

                <xs:restriction base="xs:string">
                  <xs:minLength value="1"/>
                  <xs:maxLength value="\(TextKeys.longest)"/>
                </xs:restriction>
        """

    private static let employeeKeys = """

                  <xs:key name="payrollNumber">
                    <xs:selector xpath="p:employee"/>
                    <xs:field xpath="@payrollNumber"/>
                  </xs:key>
                  <xs:unique name="employeeId">
                    <xs:selector xpath="p:employee"/>
                    <xs:field xpath="@employeeId"/>
                  </xs:unique>
        """

    private static let totalKeys = """

                  <xs:unique name="totalOfPayCode">
                    <xs:selector xpath="p:payCode"/>
                    <xs:field xpath="@code"/>
                  </xs:unique>
        """

    private static let payCodeKeys = """

            <xs:key name="payCode">
              <xs:selector xpath="p:payCodes/p:payCode"/>
              <xs:field xpath="@code"/>
            </xs:key>
            <xs:keyref name="payCodeOfLine" refer="payCode">
              <xs:selector xpath="p:employees/p:employee/p:line"/>
              <xs:field xpath="@payCode"/>
            </xs:keyref>
            <xs:keyref name="payCodeOfTotal" refer="payCode">
              <xs:selector xpath="p:totals/p:payCode"/>
              <xs:field xpath="@code"/>
            </xs:keyref>
        """

    /// Lines of projects have a pay code several times; a line of an employee without projects is unique by itself.
    private static func lineKey(byProject: Bool) -> String {
        let project = byProject ? "\n                  <xs:field xpath=\"@project\"/>" : ""
        return """

                    <xs:\(byProject ? "unique" : "key") name="lineOfPayCode">
                      <xs:selector xpath="p:line"/>
                      <xs:field xpath="@payCode"/>\(project)
                    </xs:\(byProject ? "unique" : "key")>
            """
    }

    private static let dayKey = """

                <xs:unique name="dayOfLine">
                  <xs:selector xpath="p:day"/>
                  <xs:field xpath="@date"/>
                </xs:unique>
        """
}
