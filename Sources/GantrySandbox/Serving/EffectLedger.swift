import GantryCrypto
import Synchronization

/// What a sandbox took, in order. An entry is made before the answer is sent, and what was entered stays.
final class EffectLedger: Sendable {
    private struct State {
        var entries: [SandboxEffect] = []
        var failure: SandboxError?
    }

    let system: SandboxSystem
    private let file: EffectFile?
    private let state = Mutex(State())

    init(system: SandboxSystem, file: EffectFile? = nil) {
        self.system = system
        self.file = file
    }

    var entries: [SandboxEffect] { state.withLock { $0.entries } }

    /// Why the file could not be written, the first time that happened.
    var failure: SandboxError? { state.withLock { $0.failure } }

    /// - Parameters:
    ///   - identity: What the client could know, by name.
    ///   - id: What the back end calls it.
    ///   - content: The bytes of a file; only their digest is kept.
    func enter(_ endpoint: String, _ identity: [String: String], id: String? = nil, content: ArraySlice<UInt8>? = nil) {
        let digest = content.map {
            SHA256Hasher.digest(of: Array($0)).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
        }
        state.withLock { state in
            let effect = SandboxEffect(
                number: state.entries.count + 1, system: system, endpoint: endpoint, identity: identity, id: id,
                sha256: digest,
                size: content?.count)
            state.entries.append(effect)
            guard let file else { return }
            do throws(SandboxError) {
                try file.append(effect.line)
            } catch {
                state.failure = state.failure ?? error
            }
        }
    }
}

extension SandboxEffect {
    /// One line of JSON with its line feed.
    var line: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(#"{"number":\#(number),"system":"\#(system.rawValue)","endpoint":"\#(endpoint)","identity":{"#)
        bytes.append(
            identity.sorted { $0.key < $1.key }.map { "\(jsonString($0.key)):\(jsonString($0.value))" }.joined(
                separator: ","))
        bytes.append("}")
        if let id { bytes.append(#","id":\#(jsonString(id))"#) }
        if let sha256, let size { bytes.append(#","sha256":"\#(sha256)","size":\#(size)"#) }
        bytes.append("}\n")
        return bytes
    }
}
