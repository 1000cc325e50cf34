import CCurl

// The C side: libcurl's callbacks, each of which finds its context and calls it.
extension TransferContext {
    /// Installs the callbacks. `pointer` must hold a retained context until the handle is reset.
    static func install(on easy: EasyHandle, pointer: UnsafeMutableRawPointer) throws(CurlRefusal) {
        unsafe try installSockets(on: easy, pointer: pointer)
        unsafe try easy.set(CURLOPT_WRITEDATA, pointer: pointer)
        unsafe try easy.set(receive: CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
            unsafe TransferContext.received(bytes, count: size * count, context: context) {
                unsafe $0.receive(body: $1)
            }
        }
        unsafe try easy.set(CURLOPT_HEADERDATA, pointer: pointer)
        unsafe try easy.set(receive: CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
            unsafe TransferContext.received(bytes, count: size * count, context: context) {
                unsafe $0.receive(header: $1)
            }
        }
        unsafe try easy.set(CURLOPT_READDATA, pointer: pointer)
        unsafe try easy.set(send: { bytes, size, count, context in
            guard let bytes = unsafe bytes, let context = unsafe context else { return Int(CURL_READFUNC_ABORT) }
            let buffer = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: size * count)
            return unsafe Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue().send(into: buffer)
        })
        unsafe try easy.set(CURLOPT_SEEKDATA, pointer: pointer)
        unsafe try easy.set(seek: { context, offset, origin in
            guard let context = unsafe context, origin == 0 else { return Int32(CURL_SEEKFUNC_FAIL) }
            let box = unsafe Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue()
            // What the server has already is read all the same, so that the whole file is proven.
            if offset > 0, box.request.files != nil { return Int32(CURL_SEEKFUNC_CANTSEEK) }
            let moved = box.rewind(to: Int(offset))
            return Int32(moved ? CURL_SEEKFUNC_OK : CURL_SEEKFUNC_FAIL)
        })
        unsafe try easy.set(CURLOPT_PREREQDATA, pointer: pointer)
        unsafe try easy.set(prerequest: { context, _, _, _, _ in
            guard let context = unsafe context else { return Int32(CURL_PREREQFUNC_ABORT) }
            let may = unsafe Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue().mayStart()
            return Int32(may ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT)
        })
    }

    /// libcurl's own sockets stay open in child processes, and go to any address; these do not.
    private static func installSockets(on easy: EasyHandle, pointer: UnsafeMutableRawPointer) throws(CurlRefusal) {
        unsafe try easy.set(CURLOPT_OPENSOCKETDATA, pointer: pointer)
        unsafe try easy.set(socket: { context, _, address in
            guard let context = unsafe context, let address = unsafe address else { return -1 }
            let box = unsafe Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue()
            guard unsafe box.mayConnect(to: LocalAddresses.bytes(of: address), port: LocalAddresses.port(of: address))
            else {
                return -1
            }
            return unsafe EasyHandle.newSocket(for: address)
        })
    }

    /// Returns what libcurl expects: the number of bytes taken, or another number to end the transfer.
    private static func received(
        _ bytes: UnsafeMutablePointer<CChar>?, count: Int, context: UnsafeMutableRawPointer?,
        take: (TransferContext, UnsafeBufferPointer<UInt8>) -> Bool
    ) -> Int {
        guard count > 0 else { return 0 }
        guard let bytes = unsafe bytes, let context = unsafe context else { return 0 }
        let box = unsafe Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue()
        return unsafe bytes.withMemoryRebound(to: UInt8.self, capacity: count) {
            unsafe take(box, UnsafeBufferPointer(start: $0, count: count)) ? count : 0
        }
    }
}
