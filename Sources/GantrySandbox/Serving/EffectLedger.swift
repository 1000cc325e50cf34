internal import GantryFiles
internal import GantryJSON
internal import GantryModel
import Synchronization

/// What a sandbox accepted, in order. An entry is made before the answer is sent and is never removed.
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

    /// The first failure to write the file.
    var failure: SandboxError? { state.withLock { $0.failure } }

    /// - Parameters:
    ///   - identity: What the client could know, by name.
    ///   - id: What the back end calls it.
    ///   - content: The bytes of a file; only their digest is kept.
    func enter(_ endpoint: String, _ identity: [String: String], id: String? = nil, content: ArraySlice<UInt8>? = nil) {
        let digest = content.map { hexadecimal(SHA256Hasher.digest(of: Array($0))) }
        state.withLock { state in
            let effect = SandboxEffect(
                number: state.entries.count + 1, system: system, endpoint: endpoint, identity: identity, id: id,
                sha256: digest, size: content?.count)
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
        let identity = identity.sorted { $0.key < $1.key }.map { JSONTree.Member($0.key, .string($0.value)) }
        let line: JSONTree = [
            "number": .integer(number), "system": .string(system.rawValue), "endpoint": .string(endpoint),
            "identity": .object(identity), "id": id.map(JSONTree.string), "sha256": sha256.map(JSONTree.string),
            "size": size.map(JSONTree.integer),
        ]
        return line.bytes + [UInt8(ascii: "\n")]
    }
}
