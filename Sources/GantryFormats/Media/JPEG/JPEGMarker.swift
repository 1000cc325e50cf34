/// The markers of JPEG (ITU-T T.81, table B.1) that matter here.
enum JPEGMarker {
    static let start: UInt8 = 0xD8
    static let end: UInt8 = 0xD9
    static let scan: UInt8 = 0xDA
    static let comment: UInt8 = 0xFE

    /// Begins a frame: SOF0 to SOF15, but for the three tables and reserved codes between them.
    static func isFrame(_ marker: UInt8) -> Bool {
        (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
    }

    /// Stands alone: TEM and restarts.
    static func isAlone(_ marker: UInt8) -> Bool { marker == 0x01 || (0xD0...0xD7).contains(marker) }

    /// Data of programs, APP0 to APP15.
    static func isApplication(_ marker: UInt8) -> Bool { (0xE0...0xEF).contains(marker) }

    /// Reserved, or a stuffed byte outside of a scan: nothing that an encoder writes.
    static func isUnknown(_ marker: UInt8) -> Bool { marker == 0x00 || (0x02...0xBF).contains(marker) }
}
