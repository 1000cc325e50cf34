internal import CYAML

extension SourceNode {
    /// The tree as YAML, without comments, its keys in their order. Reading it gives the same tree again.
    package var yaml: String {
        // A tree that was read has nothing that can't be written.
        (try? YAMLWriting.text(of: self)) ?? ""
    }
}

/// Writes a tree with libyaml's emitter.
///
/// Source: libyaml 0.2.5, `yaml.h`, Emitter.
@safe private struct YAMLWriting: ~Copyable {
    struct Failure: Error {}

    // Owned: made in `text(of:)`, freed at its end.
    private let emitter: UnsafeMutablePointer<yaml_emitter_t>

    private init(_ emitter: UnsafeMutablePointer<yaml_emitter_t>) { unsafe self.emitter = unsafe emitter }

    static func text(of root: SourceNode) throws -> String {
        var bytes: [UInt8] = []
        let emitter = UnsafeMutablePointer<yaml_emitter_t>.allocate(capacity: 1)
        defer { unsafe emitter.deallocate() }
        guard unsafe yaml_emitter_initialize(emitter) == 1 else { throw Failure() }
        defer { unsafe yaml_emitter_delete(emitter) }
        unsafe yaml_emitter_set_unicode(emitter, 1)
        try unsafe withUnsafeMutablePointer(to: &bytes) { written in
            // The emitter calls this within the calls below only, while `bytes` lives.
            unsafe yaml_emitter_set_output(
                emitter,
                { written, part, count in
                    guard let written = unsafe written, let part = unsafe part else { return 0 }
                    unsafe written.assumingMemoryBound(to: [UInt8].self).pointee
                        .append(contentsOf: UnsafeBufferPointer(start: part, count: count))
                    return 1
                }, written)
            let writing = unsafe YAMLWriting(emitter)
            try unsafe writing.emit { unsafe yaml_stream_start_event_initialize($0, YAML_UTF8_ENCODING) }
            try unsafe writing.emit { unsafe yaml_document_start_event_initialize($0, nil, nil, nil, 1) }
            try writing.write(root)
            try unsafe writing.emit { unsafe yaml_document_end_event_initialize($0, 1) }
            try unsafe writing.emit { unsafe yaml_stream_end_event_initialize($0) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private borrowing func write(_ node: SourceNode) throws {
        switch node.content {
        case .nothing, .refused: try scalar("", YAML_PLAIN_SCALAR_STYLE)
        case .text(let text, let isPlain):
            try scalar(text, isPlain ? YAML_PLAIN_SCALAR_STYLE : YAML_DOUBLE_QUOTED_SCALAR_STYLE)
        case .list(let items):
            try unsafe emit { unsafe yaml_sequence_start_event_initialize($0, nil, nil, 1, YAML_ANY_SEQUENCE_STYLE) }
            for item in items { try write(item) }
            try unsafe emit { unsafe yaml_sequence_end_event_initialize($0) }
        case .group(let entries):
            try unsafe emit { unsafe yaml_mapping_start_event_initialize($0, nil, nil, 1, YAML_ANY_MAPPING_STYLE) }
            for entry in entries {
                try scalar(entry.key, YAML_ANY_SCALAR_STYLE)
                try write(entry.value)
            }
            try unsafe emit { unsafe yaml_mapping_end_event_initialize($0) }
        }
    }

    private borrowing func scalar(_ text: String, _ style: yaml_scalar_style_t) throws {
        var text = text
        try text.withUTF8 { bytes in
            // The event has a copy of them.
            try unsafe emit {
                unsafe yaml_scalar_event_initialize($0, nil, nil, bytes.baseAddress, Int32(bytes.count), 1, 1, style)
            }
        }
    }

    /// Makes an event and writes it; the emitter frees it.
    private borrowing func emit(_ make: (UnsafeMutablePointer<yaml_event_t>) -> Int32) throws {
        var event = unsafe yaml_event_t()
        guard unsafe make(&event) == 1, unsafe yaml_emitter_emit(emitter, &event) == 1 else { throw Failure() }
    }
}
