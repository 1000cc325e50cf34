/// Some employees of a payroll file, without reading the XML of all others.
package enum PayrollXMLExcerpt {
    private static let start = Array("<employee payrollNumber=\"".utf8)
    private static let end = Array("</employees>".utf8)

    /// The same document with only some of its employees, as Gantry writes it; whole where it is written otherwise.
    ///
    /// A number that XML spells with a reference is kept, and left to whoever reads the document.
    package static func of(_ file: [UInt8], employees: Set<String>) -> [UInt8] {
        let span = file.span
        guard var here = span.firstPlace(of: start), let last = lastPlace(in: span) else { return file }
        let wanted = Set(employees.map { Array($0.utf8) })
        var out = Array(file[..<here])
        while here < last {
            let from = here + start.count
            let next = span.firstPlace(of: start, from: from) ?? last
            let number = Array(file[from..<(span.firstPlace(of: UInt8(ascii: "\""), from: from) ?? from)])
            if wanted.contains(number) || number.contains(UInt8(ascii: "&")) { out += file[here..<next] }
            here = next
        }
        return out + file[last...]
    }

    /// Where the employees end: totals alone follow.
    private static func lastPlace(in span: Span<UInt8>) -> Int? {
        var place = span.count - end.count
        while place >= 0 {
            if span.has(end, at: place) { return place }
            place -= 1
        }
        return nil
    }
}
