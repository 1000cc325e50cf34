import CCurl
import Glibc

/// The addresses under which a connection ends on this machine.
enum LocalAddresses {
    /// Whether a connection to an address, 4 or 16 bytes of it, ends here: loopback, unspecified (`0.0.0.0`, to which
    /// Linux connects as to loopback), an address of a network interface, and each of these written as IPv6
    /// (`::ffff:127.0.0.1`).
    static func owns(_ address: [UInt8]) -> Bool {
        if address.count == 4 { return address[0] == 127 || address[0] == 0 || interfaces().contains(address) }
        guard address.count == 16 else { return false }
        let isIPv4 =
            address.prefix(10).allSatisfy { $0 == 0 }
            && (address[10..<12] == [0xFF, 0xFF] || address[10..<12] == [0, 0])
        // ::1 and :: end like 0.0.0.1 and 0.0.0.0.
        return isIPv4 ? owns(Array(address.suffix(4))) : interfaces().contains(address)
    }

    /// The address that libcurl is about to connect to; `nil` for what is neither IPv4 nor IPv6.
    static func bytes(of address: UnsafeMutablePointer<curl_sockaddr>) -> [UInt8]? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr) else { return nil }
        // The structure states room for the shortest kind only; longer ones follow in the same memory.
        return unsafe bytes(at: UnsafeRawPointer(address) + offset, family: address.pointee.family)
    }

    /// The port that libcurl is about to connect to; `nil` for what is neither IPv4 nor IPv6.
    static func port(of address: UnsafeMutablePointer<curl_sockaddr>) -> Int? {
        guard let offset = MemoryLayout<curl_sockaddr>.offset(of: \.addr),
            unsafe [AF_INET, AF_INET6].contains(address.pointee.family)
        else { return nil }
        // Both kinds have it at the same place.
        let place = unsafe (UnsafeRawPointer(address) + offset).loadUnaligned(as: sockaddr_in.self)
        return Int(UInt16(bigEndian: place.sin_port))
    }

    private static func bytes(at address: UnsafeRawPointer, family: Int32) -> [UInt8]? {
        switch family {
        case AF_INET:
            unsafe withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in.self).sin_addr) { unsafe Array($0) }
        case AF_INET6:
            unsafe withUnsafeBytes(of: address.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { unsafe Array($0) }
        default: nil
        }
    }

    /// Looked up for each connection, because a network can come and go.
    private static func interfaces() -> [[UInt8]] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard unsafe getifaddrs(&first) == 0 else { return [] }
        defer { unsafe freeifaddrs(first) }
        var addresses: [[UInt8]] = []
        var next = unsafe first
        while let entry = unsafe next?.pointee {
            if let address = unsafe entry.ifa_addr,
                let bytes = unsafe bytes(at: UnsafeRawPointer(address), family: Int32(address.pointee.sa_family))
            {
                addresses.append(bytes)
            }
            unsafe next = unsafe entry.ifa_next
        }
        return addresses
    }
}
