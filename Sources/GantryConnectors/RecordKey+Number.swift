public import GantryModel

extension Chunk {
    /// A number for the key: itself, or a hash of its text (FNV-1a, 64 bits), which two texts may share.
    public func number(of key: RecordKey) -> Int64 {
        switch key {
        case .integer(let number): return number
        case .single: return 0
        case .text(let slice): return hash(of: slice, after: 0xCBF2_9CE4_8422_2325)
        case .dated(let date, let slice):
            var start: UInt64 = 0xCBF2_9CE4_8422_2325
            for byte in "\(date) ".utf8 { start = (start ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
            return hash(of: slice, after: start)
        }
    }

    private func hash(of slice: TextSlice, after start: UInt64) -> Int64 {
        var hash = start
        let source = slice.isDecoded ? decoded.span : bytes.span
        for index in slice.start..<(slice.start + slice.count) {
            hash = (hash ^ UInt64(source[index])) &* 0x0000_0100_0000_01B3
        }
        return Int64(bitPattern: hash)
    }

    /// The key as text; empty for a record that is alone.
    public func spelled(_ key: RecordKey) -> [UInt8] {
        switch key {
        case .integer(let number): Array(number.keyText.utf8)
        case .single: []
        case .text(let slice): spelled(slice)
        case .dated(let date, let slice):
            Array(date.description.utf8) + (slice.count == 0 ? [] : [0x20] + spelled(slice))
        }
    }

    private func spelled(_ slice: TextSlice) -> [UInt8] {
        Array((slice.isDecoded ? decoded : bytes)[slice.start..<(slice.start + slice.count)])
    }
}

extension Chunk where R: DatasetRecord {
    /// Stands for the key of the last record; `nil` where there is none, or it can't be read.
    public var lastKey: Int64? {
        guard count > 0, !rejects.contains(where: { $0.index == count - 1 }) else { return nil }
        return number(of: records[count - 1].key)
    }

    /// The keys of readable records as texts.
    public var spelledKeys: Set<[UInt8]> {
        let rejected = Set(rejects.map(\.index))
        return Set((0..<count).filter { !rejected.contains($0) }.map { spelled(records[$0].key) })
    }

    /// The keys of readable records that come more than once, as a person finds them at the source, in order.
    public var keysThatComeAgain: [String] {
        let rejected = Set(rejects.map(\.index))
        var keys: Set<[UInt8]> = []
        return (0..<count).filter { !rejected.contains($0) }.map { spelled(records[$0].key) }
            .filter { !keys.insert($0).inserted }.map { singleLine(String(decoding: $0, as: UTF8.self)) }
    }
}
