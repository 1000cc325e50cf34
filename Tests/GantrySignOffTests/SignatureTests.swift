import GantryModel
import GantrySignOff
import Testing

/// Keys, and signatures that OpenSSH 9.2 made of a text: `ssh-keygen -Y sign -n gantry-sign-off`.
enum MadeByOpenSSH {
    static let text = Example.text.replacing("held-days: 0.00\n", with: "").replacing("preparation: 1\n", with: "")
    static let ed25519Key = """
        ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJTYfEAjAttyIvbDzg5nSMy9X+Wz2Ye+q3kb8TGn6RG7 example
        """
    static let p256Key = """
        ecdsa-sha2-nistp256 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAABBBMwcXW4+lRU7VGyHm32F5J7rvIV9KGhE3nd4qz+RY5B/FJsRW735tyuiooqKRo+Je3z8MjjmWl7b81J91jk5Z8g= example
        """
    static let rsaKey = """
        ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAABAQCch/pb5XsLkKDP2J79s75sPHjEklhbrfCDT3rt2wwcNF0v5ZKNarNdf2CHcLDr6/HeUV72TxVYqZpZfbO4v8fUHAzDvkgwbJuQD0y9coxusPI5cTBokBpvj8TylhrImxtooBntIaGQSxHE7DNRVRWOqpvd0PJbxvkbitmhfFJmSCxm0lTLfU55acjMOZ43sUUFyxvDUIBytj6b57gtLqwGQndxQ6PzTdGE5LqaAPmbbdF8Y7XAg4SuC5EUJHx5654Bbzau3dNLMw7EBGxT3euVML/T7I6z4ND9M6xvQJdfWX41oHH0MU3thtykDruhwUBKD3x1IwBOQCfbRZa/Q/rL example
        """
    static let p384Key = """
        ecdsa-sha2-nistp384 AAAAE2VjZHNhLXNoYTItbmlzdHAzODQAAAAIbmlzdHAzODQAAABhBHd+sDliHocNWBvjg9suynHZnASLGvE1PHyRq6aa/RIm/wm1mAo1HrfRyJW2hD3Bbv2lpJ+UHk+mfg6BM058uKRhm/CG5WMesexPLzWBW/cevFw9NSxlPtmhZPpZZIyloA== example
        """
    static let ed25519 = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAglNh8QCMC23Ii9sPODmdIzL1f5b
        PZh76reRvxMafpEbsAAAAPZ2FudHJ5LXNpZ24tb2ZmAAAAAAAAAAZzaGE1MTIAAABTAAAA
        C3NzaC1lZDI1NTE5AAAAQHX6NWxV4OYjdF/Z2fTMDCXLmym+VEP4403Eqg5GEsYheSLtw/
        vrK/OZMjBuWlt71wtexlsoP5bVWuu6bwGmfwk=
        -----END SSH SIGNATURE-----

        """
    static let p256 = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAAGgAAAATZWNkc2Etc2hhMi1uaXN0cDI1NgAAAAhuaXN0cDI1NgAAAE
        EEzBxdbj6VFTtUbIebfYXknuu8hX0oaETed3irP5FjkH8UmxFbvfm3K6KiiopGj4l7fPwy
        OOZaXtvzUn3WOTlnyAAAAA9nYW50cnktc2lnbi1vZmYAAAAAAAAABnNoYTUxMgAAAGQAAA
        ATZWNkc2Etc2hhMi1uaXN0cDI1NgAAAEkAAAAgAuqfwwzAdYZSoLbe8z+mlkzCSw3i6qhA
        +BllkfxVb/cAAAAhAKbDj0MKfgNBx134OrhG1ZH1N+AAfVA9pYXoqutVWRwA
        -----END SSH SIGNATURE-----

        """
    static let rsa = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAARcAAAAHc3NoLXJzYQAAAAMBAAEAAAEBAJyH+lvlewuQoM/Ynv2zvm
        w8eMSSWFut8INPeu3bDBw0XS/lko1qs11/YIdwsOvr8d5RXvZPFVipmll9s7i/x9QcDMO+
        SDBsm5APTL1yjG6w8jlxMGiQGm+PxPKWGsibG2igGe0hoZBLEcTsM1FVFY6qm93Q8lvG+R
        uK2aF8UmZILGbSVMt9TnlpyMw5njexRQXLG8NQgHK2PpvnuC0urAZCd3FDo/NN0YTkupoA
        +Ztt0XxjtcCDhK4LkRQkfHnrngFvNq7d00szDsQEbFPd65Uwv9PsjrPg0P0zrG9Al19Zfj
        WgcfQxTe2G3KQOu6HBQEoPfHUjAE5AJ9tFlr9D+ssAAAAPZ2FudHJ5LXNpZ24tb2ZmAAAA
        AAAAAAZzaGE1MTIAAAEUAAAADHJzYS1zaGEyLTUxMgAAAQBox3QDk9VlTnNSroaao6OppX
        SLz0lh4kKXVvhucXjuPthlrg9IaDO8zQmDcDO+ihkBVmppS2uFYm/RmQB7hsA6I8nz4Fvr
        K04uxfqsz5x6AI+LYLxbHUT2pkeYQ0oTaN3gRinIAdZt5e5fGgEdRC2CR+PFZ2hpLwsSCE
        hq/CFqI5+dsC2LRmG+3f4vD6HCBRl2n80zOMHikcFh3mhNeWGpjPXRqebWfWm8tuCjheUF
        UTQ3S9uAnFfY7yWE0yxK3IUe51TgKzSQkif2z/yoMhG5zwQTn7K16cJRn7FvMsEEv6QMVZ
        fCJvTob0QxbKtk9aSUpJ2RGDCzdM9ezdk4/8VH
        -----END SSH SIGNATURE-----

        """
    static let p384 = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAAIgAAAATZWNkc2Etc2hhMi1uaXN0cDM4NAAAAAhuaXN0cDM4NAAAAG
        EEd36wOWIehw1YG+OD2y7KcdmcBIsa8TU8fJGrppr9Eib/CbWYCjUet9HIlbaEPcFu/aWk
        n5QeT6Z+DoEzTny4pGGb8IblYx6x7E8vNYFb9x68XD01LGU+2aFk+llkjKWgAAAAD2dhbn
        RyeS1zaWduLW9mZgAAAAAAAAAGc2hhNTEyAAAAhQAAABNlY2RzYS1zaGEyLW5pc3RwMzg0
        AAAAagAAADEAsSGgtiWAqGRYvIlftwRgGjTwLgbAGBgCzOqgBzxlc75deOnVauIaYyyBlD
        sBPXnwAAAAMQCRAD+Vv48SqlYl+FA7HozaoNYQd6CXqWSFBDBLZ/F5kACgItog92aoiiSU
        JRQJQF0=
        -----END SSH SIGNATURE-----

        """
    static let sha256 = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAglNh8QCMC23Ii9sPODmdIzL1f5b
        PZh76reRvxMafpEbsAAAAPZ2FudHJ5LXNpZ24tb2ZmAAAAAAAAAAZzaGEyNTYAAABTAAAA
        C3NzaC1lZDI1NTE5AAAAQFDmNkzllIP5FJ2NCVkhgkPMmoeE/Ze0z+CeNnoD+hH3xFXkl4
        cmJvqHUuMxjO7sC4fj93AtJGNEScUjY6IMQwM=
        -----END SSH SIGNATURE-----

        """
    static let otherNamespace = """
        -----BEGIN SSH SIGNATURE-----
        U1NIU0lHAAAAAQAAADMAAAALc3NoLWVkMjU1MTkAAAAglNh8QCMC23Ii9sPODmdIzL1f5b
        PZh76reRvxMafpEbsAAAAFb3RoZXIAAAAAAAAABnNoYTUxMgAAAFMAAAALc3NoLWVkMjU1
        MTkAAABA40dOhF0vo4dPc3ewoqRv1mZ8vxcgLfCHmYzQly8WyWSxoMwuXLMr4/ZrL09qPu
        rUJwlOhZzfqeznzfVzgBzeBg==
        -----END SSH SIGNATURE-----

        """
}

@Suite("Keys and signatures of OpenSSH") struct SignatureTests {
    private let text = Array(MadeByOpenSSH.text.utf8)

    private func signature(_ text: String) throws -> SSHSignature { try SSHSignature(Array(text.utf8)) }

    @Test(
        "A signature of OpenSSH is good for its text and key",
        arguments: [
            (MadeByOpenSSH.ed25519, MadeByOpenSSH.ed25519Key), (MadeByOpenSSH.sha256, MadeByOpenSSH.ed25519Key),
            (MadeByOpenSSH.p256, MadeByOpenSSH.p256Key),
        ])
    func good(file: String, key: String) throws {
        let key = try SSHPublicKey(key)
        #expect(try signature(file).problem(with: text, by: key) == nil)
        #expect(try signature(file).problem(with: text, by: nil) == nil)
        #expect(try signature(file).problem(with: text + [0x0A], by: key) == .otherText)
    }

    @Test("Another key, namespace or kind of key is refused by its name") func others() throws {
        let key = try SSHPublicKey(MadeByOpenSSH.ed25519Key)
        let other = try SSHPublicKey(MadeByOpenSSH.p256Key)
        #expect(
            try signature(MadeByOpenSSH.ed25519).problem(with: text, by: other)
                == .otherKey(found: key.fingerprint, expected: other.fingerprint))
        #expect(try signature(MadeByOpenSSH.otherNamespace).problem(with: text, by: key) == .otherNamespace("other"))
        #expect(throws: SSHSignatureProblem.self) { try signature(MadeByOpenSSH.rsa) }
        #expect(throws: SSHSignatureProblem.self) { try signature(MadeByOpenSSH.p384) }
        do { _ = try signature(MadeByOpenSSH.rsa) } catch {
            let explanation = (error as? SSHSignatureProblem)?.explanation ?? ""
            #expect(explanation.contains("RSA"))
        }
    }

    @Test("Every flipped bit of a signature is found", arguments: [MadeByOpenSSH.ed25519, MadeByOpenSSH.p256])
    func flips(file: String) throws {
        let seed = UInt64.random(in: 0 ... .max)
        print("   seed of the flipped bits: \(seed)")
        var random = SeededGenerator(seed: seed)
        let owner = try signature(file).key
        let bytes = Array(file.utf8)
        for _ in 0..<1_500 {
            var changed = bytes
            let index = Int.random(in: bytes.indices, using: &random)
            changed[index] ^= 1 << Int.random(in: 0..<8, using: &random)
            guard let read = try? SSHSignature(changed) else { continue }
            // A line break may become another one, which says the same.
            if changed.count == bytes.count, bytes[index] == 0x0A { continue }
            #expect(read.problem(with: text, by: owner) != nil, "byte \(index)")
        }
    }

    @Test("Keys read as in their files, with the fingerprint that ssh-keygen prints") func keys() throws {
        let key = try SSHPublicKey(MadeByOpenSSH.ed25519Key)
        #expect(key.fingerprint == "SHA256:uDTrIsBcPJ88zmV4trlGgXsbTGBcfKZnFizuEaOa3XE")
        #expect(key.text + " example" == MadeByOpenSSH.ed25519Key)
        #expect(try SSHPublicKey(MadeByOpenSSH.p256Key).type == "ecdsa-sha2-nistp256")
    }

    @Test(
        "What is no key that can sign is refused with its kind",
        arguments: [
            (MadeByOpenSSH.rsaKey, "RSA"), (MadeByOpenSSH.p384Key, "ecdsa-sha2-nistp384"),
            ("sk-ssh-ed25519@openssh.com AAAA", "security token"), ("ssh-ed25519", "no"), ("", "no"),
            ("ssh-ed25519 !!!!", "Base64"), ("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5", "no"),
            ("ssh-ed25519 AAAAE2VjZHNhLXNoYTItbmlzdHAyNTYAAAAIbmlzdHAyNTYAAAAA", "point"),
        ])
    func badKeys(text: String, word: String) throws {
        let problem = try #require(throws: SSHKeyProblem.self) { try SSHPublicKey(text) }
        #expect(problem.explanation.contains(word) || word == "no", "\(problem.explanation)")
    }
}
