import Testing

/// Certificates made by `openssl` for one run of the tests.
struct TestCertificates: Sendable {
    let folder: String

    /// The authority that clients trust.
    var authority: String { folder + "/ca.pem" }

    /// A certificate with its key in one file.
    func pair(_ name: String) -> String { folder + "/\(name).pem" }

    /// Makes `good`, `wronghost`, `expired`, `notyet`, `nosan`, `unknown` (of another authority) and `selfsigned`.
    static func make(in folder: String) async throws -> TestCertificates {
        let script = #"""
            set -e
            key() { openssl ecparam -name prime256v1 -genkey -noout -out $1.key 2>/dev/null; }
            authority() {
              key $1
              openssl req -x509 -new -key $1.key -subj "/CN=$1" -days 30 -out $1.pem \
                -addext basicConstraints=critical,CA:TRUE -addext keyUsage=critical,keyCertSign
              mkdir -p $1.db; : > $1.db/index; echo 01 > $1.db/serial
              printf '[ca]\ndefault_ca=d\n[d]\ndatabase=%s/index\nserial=%s/serial\nnew_certs_dir=%s\nunique_subject=no\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n' \
                $1.db $1.db $1.db > $1.cnf
            }
            leaf() { # name authority CN extension from to
              key $1
              openssl req -new -key $1.key -subj "/CN=$3" -out $1.csr
              printf '%s\n' "$4" > $1.ext
              openssl ca -batch -notext -config $2.cnf -cert $2.pem -keyfile $2.key -in $1.csr -out $1.crt \
                -extfile $1.ext -startdate $5 -enddate $6 2>$1.log || { cat $1.log; exit 1; }
              cat $1.crt $1.key > $1.pem
            }
            authority ca; authority other
            here=subjectAltName=DNS:localhost,IP:127.0.0.1
            past=20200101000000Z; soon=20991231000000Z
            leaf good ca localhost $here $past $soon
            leaf wronghost ca elsewhere.example subjectAltName=DNS:elsewhere.example $past $soon
            leaf expired ca localhost $here $past 20210101000000Z
            leaf notyet ca localhost $here 20980101000000Z $soon
            leaf nosan ca localhost basicConstraints=CA:FALSE $past $soon
            leaf unknown other localhost $here $past $soon
            key selfsigned
            openssl req -x509 -new -key selfsigned.key -subj /CN=localhost -days 30 -addext $here -out selfsigned.crt
            cat selfsigned.crt selfsigned.key > selfsigned.pem
            """#
        try await ChildProcess.run(["sh", "-c", script], in: folder)
        return TestCertificates(folder: folder)
    }
}

extension TestCertificates {
    @TaskLocal static var current: TestCertificates?
}

extension Trait where Self == ServerTrait {
    /// Certificates for the whole suite. Needs openssl.
    static var certificates: ServerTrait {
        ServerTrait { tests in
            try await withTemporaryFolder { folder in
                let certificates = try await TestCertificates.make(in: folder)
                try await TestCertificates.$current.withValue(certificates) { try await tests() }
            }
        }
    }
}
