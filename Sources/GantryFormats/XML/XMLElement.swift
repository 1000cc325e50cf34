internal import CLibXML2

/// An element that was read with everything in it, in the parser's memory: valid in the body that it is given to
/// (``XMLStreamReader/withElement(_:)``).
@safe struct XMLElement {
    private let node: xmlNodePtr

    init(_ node: xmlNodePtr) { unsafe self.node = unsafe node }

    /// Whether it has this name, in any namespace.
    func isNamed(_ name: StaticString) -> Bool { unsafe isEqual(node.pointee.name, name) }

    /// The first element in it, and the next one beside it; texts and comments are passed over.
    var first: XMLElement? { unsafe XMLElement.element(node.pointee.children) }
    var next: XMLElement? { unsafe XMLElement.element(node.pointee.next) }

    private static func element(_ node: xmlNodePtr?) -> XMLElement? {
        var node = unsafe node
        while let current = unsafe node {
            if unsafe current.pointee.type == XML_ELEMENT_NODE { return unsafe XMLElement(current) }
            unsafe node = unsafe current.pointee.next
        }
        return nil
    }

    /// The bytes of an attribute of a namespace, or of none; `nil` if the element hasn't got it.
    func withAttribute<R>(_ name: StaticString, in namespace: StaticString?, _ body: (Span<UInt8>) -> R) -> R? {
        var attribute = unsafe node.pointee.properties
        while let current = unsafe attribute {
            let space = unsafe current.pointee.ns
            let fits =
                unsafe namespace.map { unsafe space != nil && isEqual(space!.pointee.href, $0) } ?? (space == nil)
            if fits, unsafe isEqual(current.pointee.name, name) {
                let content = unsafe current.pointee.children?.pointee.content
                let count = unsafe content.map { unsafe Int(xmlStrlen($0)) } ?? 0
                return unsafe body(UnsafeBufferPointer(start: content, count: count).span)
            }
            unsafe attribute = unsafe current.pointee.next
        }
        return nil
    }

    func hasAttribute(_ name: StaticString, in namespace: StaticString) -> Bool {
        withAttribute(name, in: namespace) { _ in true } ?? false
    }

    /// Appends the characters that stand in it itself; `element` appends what the elements between them hold.
    func appendText(to bytes: inout [UInt8], element: (XMLElement, inout [UInt8]) -> Void = { _, _ in }) {
        var child = unsafe node.pointee.children
        while let current = unsafe child {
            switch unsafe current.pointee.type {
            case XML_ELEMENT_NODE: element(unsafe XMLElement(current), &bytes)
            case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
                if let text = unsafe current.pointee.content {
                    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text))))
                }
            default: break
            }
            unsafe child = unsafe current.pointee.next
        }
    }
}
