import Glibc

/// The parts of a `multipart/form-data` body (RFC 7578), as browsers spell names (WHATWG HTML, section 4.10.21.8): in
/// quotes, with `%22`, `%0D` and `%0A` for what would end them.
///
/// It is strict, so that it reveals a client that writes forms wrongly: no preamble, no bare names, no second
/// disposition.
package struct MultipartForm {
    package struct Part {
        package var name: String
        /// Nil for a field that is not a file.
        package var fileName: String?
        /// As the client declared it, if it did.
        package var contentType: String?
        package var content: ArraySlice<UInt8>

        package var text: String { String(decoding: content, as: UTF8.self) }
    }

    /// What is wrong with a body, for the error answer.
    package struct Flaw: Error {
        package var reason: String
    }

    /// In the order of the body.
    package private(set) var parts: [Part] = []

    /// The first part of a name that is a file.
    package func file(_ name: String) -> Part? { parts.first { $0.name == name && $0.fileName != nil } }

    /// All files of a name, in order.
    package func files(_ name: String) -> [Part] { parts.filter { $0.name == name && $0.fileName != nil } }

    /// The text of the first field of a name that is not a file.
    package func text(_ name: String) -> String? { parts.first { $0.name == name && $0.fileName == nil }?.text }

    /// - Parameter contentType: The request's Content-Type.
    /// - Throws: ``Flaw`` for a body that is not a valid form.
    package init(contentType: String?, body: [UInt8]) throws(Flaw) {
        let delimiter = Array("\r\n--\(try Self.boundary(contentType))".utf8)
        // The first delimiter has no line before it.
        guard body.starts(with: delimiter.dropFirst(2)) else {
            throw Flaw(reason: "the body doesn't start with its boundary")
        }
        var cursor = delimiter.count - 2
        while true {
            guard cursor + 2 <= body.count else { throw Flaw(reason: "the body ends without its closing boundary") }
            let mark = body[cursor..<(cursor + 2)]
            if mark.elementsEqual("--".utf8) { break }
            guard mark.elementsEqual("\r\n".utf8) else {
                throw Flaw(reason: "a boundary is not followed by a line end")
            }
            guard let end = Self.position(of: delimiter, in: body, from: cursor) else {
                throw Flaw(reason: "the body ends without its closing boundary")
            }
            parts.append(try Self.part(body[(cursor + 2)..<max(end, cursor + 2)]))
            cursor = end + delimiter.count
        }
        let rest = body[(cursor + 2)...]
        guard rest.isEmpty || rest.elementsEqual("\r\n".utf8) else {
            throw Flaw(reason: "something follows the closing boundary")
        }
    }

    private static func boundary(_ contentType: String?) throws(Flaw) -> String {
        guard let contentType else { throw Flaw(reason: "the Content-Type is missing") }
        let (type, parameters) = try parameters(of: contentType)
        guard type.lowercased() == "multipart/form-data" else {
            throw Flaw(reason: "the Content-Type is not multipart/form-data")
        }
        guard let boundary = parameters.first(where: { $0.name == "boundary" })?.value else {
            throw Flaw(reason: "the Content-Type has no boundary")
        }
        // RFC 2046 section 5.1.1.
        let allowed = Set("0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'()+_,-./:=? ")
        guard (1...70).contains(boundary.count), boundary.allSatisfy(allowed.contains), boundary.last != " " else {
            throw Flaw(reason: "the boundary is not one that RFC 2046 allows")
        }
        return boundary
    }

    private static func part(_ bytes: ArraySlice<UInt8>) throws(Flaw) -> Part {
        guard let blank = position(of: Array("\r\n\r\n".utf8), in: Array(bytes.prefix(8_192)), from: 0) else {
            throw Flaw(reason: "a part has no empty line after its header")
        }
        var part: Part?
        var contentType: String?
        for line in String(decoding: bytes.prefix(blank), as: UTF8.self).split(separator: "\r\n") {
            guard let colon = line.firstIndex(of: ":") else {
                throw Flaw(reason: "a line of a part's header has no colon")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            switch line[..<colon].lowercased() {
            case "content-disposition":
                guard part == nil else { throw Flaw(reason: "a part has two dispositions") }
                part = try disposition(String(value))
            case "content-type": contentType = String(value)
            default: break
            }
        }
        guard var part else { throw Flaw(reason: "a part has no Content-Disposition") }
        part.contentType = contentType
        part.content = bytes.dropFirst(blank + 4)
        return part
    }

    private static func disposition(_ value: String) throws(Flaw) -> Part {
        let (type, parameters) = try parameters(of: value)
        guard type.lowercased() == "form-data" else { throw Flaw(reason: "a disposition is not form-data") }
        guard !parameters.contains(where: { $0.name.hasSuffix("*") }) else {
            throw Flaw(reason: "RFC 7578 has no filename*")
        }
        guard parameters.allSatisfy(\.isQuoted) else { throw Flaw(reason: "a name has no quotation marks") }
        guard let name = parameters.first(where: { $0.name == "name" })?.value else {
            throw Flaw(reason: "a part has no name")
        }
        let fileName = parameters.first { $0.name == "filename" }?.value
        return Part(name: unescaped(name), fileName: fileName.map(unescaped), contentType: nil, content: [])
    }

    /// `type; name=value; name="value"`. A value in quotes ends with the next quote: there is no backslash.
    private static func parameters(
        of value: String
    ) throws(Flaw) -> (type: String, parameters: [(name: String, value: String, isQuoted: Bool)]) {
        var rest = value[...]
        let type = rest.prefix { $0 != ";" && $0 != " " }
        rest = rest.dropFirst(type.count)
        var parameters: [(name: String, value: String, isQuoted: Bool)] = []
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            if rest.isEmpty { return (String(type), parameters) }
            guard rest.first == ";" else { throw Flaw(reason: "a parameter isn't preceded by a semicolon") }
            rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != ";" && $0 != " " }
            rest = rest.dropFirst(name.count)
            guard !name.isEmpty, rest.first == "=" else { throw Flaw(reason: "a parameter has no value") }
            rest = rest.dropFirst()
            let isQuoted = rest.first == "\""
            if isQuoted { rest = rest.dropFirst() }
            let text = rest.prefix { isQuoted ? $0 != "\"" : $0 != ";" && $0 != " " }
            rest = rest.dropFirst(text.count)
            if isQuoted {
                guard rest.first == "\"" else { throw Flaw(reason: "a quote is not closed") }
                rest = rest.dropFirst()
            }
            guard !parameters.contains(where: { $0.name == name.lowercased() }) else {
                throw Flaw(reason: "a parameter is given twice")
            }
            parameters.append((name.lowercased(), String(text), isQuoted))
        }
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("%22", with: "\"").replacing("%0D", with: "\r").replacing("%0A", with: "\n")
    }

    private static func position(of pattern: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
        unsafe bytes.withUnsafeBytes { bytes in
            var cursor = start
            while let base = bytes.baseAddress, cursor + pattern.count <= bytes.count,
                let found = unsafe memchr(base + cursor, Int32(pattern[0]), bytes.count - cursor)
            {
                let place = unsafe UnsafeRawPointer(found) - base
                guard place + pattern.count <= bytes.count else { return nil }
                if unsafe memcmp(found, pattern, pattern.count) == 0 { return place }
                cursor = place + 1
            }
            return nil
        }
    }
}
