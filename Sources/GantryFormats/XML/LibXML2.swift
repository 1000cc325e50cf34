internal import CLibXML2

/// The state of libxml2 that belongs to the process, set up once before its first use.
enum LibXML2 {
    /// Initialises libxml2 for use from several threads and keeps it from loading anything by itself.
    static func prepare() { _ = isPrepared }

    private static let isPrepared: Bool = {
        xmlInitParser()
        gantry_xml_refuse_external_documents()
        return true
    }()
}
