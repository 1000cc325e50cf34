import CCurl
import Glibc

// What every connection of libcurl's must be like.
extension EasyHandle {
    /// libcurl's own sockets stay open in child processes; this one does not.
    static func newSocket(for address: UnsafeMutablePointer<curl_sockaddr>) -> curl_socket_t {
        unsafe socket(
            address.pointee.family, address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue), address.pointee.protocol)
    }

    static let namelessCertificate = "the server's certificate has no subject alternative name"

    /// libcurl accepts a matching common name where a certificate has no alternative name; RFC 9110 4.3.4 does not. A
    /// reused or plain connection shows no certificates.
    static func certificateNamesHost(_ easy: UnsafeMutableRawPointer) -> Bool {
        unsafe certificate(easy).map { $0.contains { $0.hasPrefix("X509v3 Subject Alternative Name:") } } ?? true
    }

    /// The fields of the server's certificate, as libcurl lists them; `nil` for a connection that shows none.
    static func certificate(_ easy: UnsafeMutableRawPointer) -> [String]? {
        var chain: UnsafeMutablePointer<curl_certinfo>?
        guard unsafe gantry_easy_get_certificates(easy, &chain) == CURLE_OK, let chain = unsafe chain,
            unsafe chain.pointee.num_of_certs > 0
        else {
            return nil
        }
        var fields: [String] = []
        var line = unsafe chain.pointee.certinfo[0]
        while let node = unsafe line {
            if let data = unsafe node.pointee.data { unsafe fields.append(String(cString: data)) }
            unsafe line = unsafe node.pointee.next
        }
        return fields
    }
}
