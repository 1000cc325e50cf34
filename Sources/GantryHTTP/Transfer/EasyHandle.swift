import CCurl

/// The owner of one libcurl easy handle and its error text. Confined to the transfer thread, therefore not Sendable.
///
/// A reset keeps what makes reuse worthwhile: TLS sessions and, through the multi handle, connections and resolved
/// names.
@safe final class EasyHandle {
    let raw: UnsafeMutableRawPointer

    /// libcurl writes here until the handle is freed, so the memory lives as long as the handle.
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerList: UnsafeMutablePointer<curl_slist>?
    private var textList: UnsafeMutablePointer<curl_slist>?

    init?() {
        guard let raw = unsafe curl_easy_init() else { return nil }
        unsafe self.raw = unsafe raw
        unsafe errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        unsafe errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
    }

    deinit {
        unsafe curl_easy_cleanup(raw)
        unsafe curl_slist_free_all(headerList)
        unsafe curl_slist_free_all(textList)
        unsafe errorText.deallocate()
    }

    /// Forgets every option, the callbacks and their context included.
    func reset() {
        unsafe curl_easy_reset(raw)
        unsafe curl_slist_free_all(headerList)
        unsafe curl_slist_free_all(textList)
        unsafe headerList = nil
        unsafe textList = nil
        unsafe errorText[0] = 0
    }

    /// What libcurl noted about the failure, or the general text for `code`.
    func explanation(of code: CURLcode) -> String {
        let detail = unsafe String(cString: errorText)
        return unsafe Redactor().redact(detail.isEmpty ? String(cString: curl_easy_strerror(code)) : detail)
    }

    // MARK: Options

    func set(_ option: CURLoption, _ value: Int) throws(CurlRefusal) {
        unsafe try check(option, gantry_easy_set_long(raw, option, value))
    }

    func set(_ option: CURLoption, offset value: Int) throws(CurlRefusal) {
        unsafe try check(option, gantry_easy_set_offset(raw, option, curl_off_t(value)))
    }

    /// libcurl copies the text.
    func set(_ option: CURLoption, _ value: String?) throws(CurlRefusal) {
        unsafe try check(option, gantry_easy_set_text(raw, option, value))
    }

    /// libcurl keeps the pointer; it must stay valid until ``reset()``.
    func set(_ option: CURLoption, pointer: UnsafeMutableRawPointer) throws(CurlRefusal) {
        unsafe try check(option, gantry_easy_set_pointer(raw, option, pointer))
    }

    /// The whole body, whose length is set already. libcurl copies it.
    func set(body: [UInt8]) throws(CurlRefusal) {
        var code = CURLE_OK
        unsafe body.withUnsafeBytes {
            code = unsafe gantry_easy_set_pointer(
                raw, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: $0.baseAddress))
        }
        try check(CURLOPT_COPYPOSTFIELDS, code)
    }

    func setErrorText() throws(CurlRefusal) {
        unsafe try check(CURLOPT_ERRORBUFFER, gantry_easy_set_pointer(raw, CURLOPT_ERRORBUFFER, errorText))
    }

    /// Header lines as libcurl spells them; the list lives until ``reset()``.
    func set(headerLines: [String]) throws(CurlRefusal) {
        for line in headerLines {
            guard let longer = unsafe curl_slist_append(headerList, line) else {
                throw CurlRefusal(option: CURLOPT_HTTPHEADER, code: CURLE_OUT_OF_MEMORY)
            }
            unsafe headerList = unsafe longer
        }
        unsafe try check(CURLOPT_HTTPHEADER, gantry_easy_set_list(raw, CURLOPT_HTTPHEADER, headerList))
    }

    /// Commands for a file server, or who gets a message. The list lives until ``reset()``; a transfer has one.
    func set(_ option: CURLoption, list: [String]) throws(CurlRefusal) {
        for text in list {
            guard let longer = unsafe curl_slist_append(textList, text) else {
                throw CurlRefusal(option: option, code: CURLE_OUT_OF_MEMORY)
            }
            unsafe textList = unsafe longer
        }
        unsafe try check(option, gantry_easy_set_list(raw, option, textList))
    }

    func set(knownHost callback: @escaping gantry_known_host_callback) throws(CurlRefusal) {
        unsafe try check(CURLOPT_SSH_KEYFUNCTION, gantry_easy_set_known_host(raw, callback))
    }

    func set(hostKey callback: @escaping gantry_host_key_callback) throws(CurlRefusal) {
        unsafe try check(CURLOPT_SSH_HOSTKEYFUNCTION, gantry_easy_set_host_key(raw, callback))
    }

    func set(receive option: CURLoption, _ callback: @escaping gantry_receive_callback) throws(CurlRefusal) {
        unsafe try check(option, gantry_easy_set_receive(raw, option, callback))
    }

    func set(send callback: @escaping gantry_send_callback) throws(CurlRefusal) {
        unsafe try check(CURLOPT_READFUNCTION, gantry_easy_set_send(raw, CURLOPT_READFUNCTION, callback))
    }

    func set(seek callback: @escaping gantry_seek_callback) throws(CurlRefusal) {
        unsafe try check(CURLOPT_SEEKFUNCTION, gantry_easy_set_seek(raw, CURLOPT_SEEKFUNCTION, callback))
    }

    func set(prerequest callback: @escaping gantry_request_callback) throws(CurlRefusal) {
        unsafe try check(CURLOPT_PREREQFUNCTION, gantry_easy_set_prerequest(raw, CURLOPT_PREREQFUNCTION, callback))
    }

    func set(socket callback: @escaping gantry_socket_callback) throws(CurlRefusal) {
        unsafe try check(CURLOPT_OPENSOCKETFUNCTION, gantry_easy_set_socket(raw, CURLOPT_OPENSOCKETFUNCTION, callback))
    }

    private func check(_ option: CURLoption, _ code: CURLcode) throws(CurlRefusal) {
        guard code == CURLE_OK else { throw CurlRefusal(option: option, code: code) }
    }

    // MARK: Facts

    /// A number, or 0 where libcurl does not know it.
    func fact(_ info: CURLINFO) -> Int {
        var value = 0
        return unsafe gantry_easy_get_long(raw, info, &value) == CURLE_OK ? value : 0
    }

    /// The descriptor of a connection that was made with `CURLOPT_CONNECT_ONLY`.
    var activeSocket: curl_socket_t? {
        var value = curl_socket_t(CURL_SOCKET_BAD)
        guard unsafe gantry_easy_get_socket(raw, &value) == CURLE_OK, value != CURL_SOCKET_BAD else { return nil }
        return value
    }

    /// A size, or a time in microseconds; 0 where libcurl does not know it.
    func fact(offset info: CURLINFO) -> Int {
        var value: curl_off_t = 0
        return unsafe gantry_easy_get_offset(raw, info, &value) == CURLE_OK ? Int(value) : 0
    }
}

/// libcurl refused an option.
struct CurlRefusal: Error {
    let option: CURLoption
    let code: CURLcode

    func error(for request: HTTPRequest) -> HTTPError {
        var error = HTTPError(
            .setUp, unsafe "libcurl refused option \(option.rawValue): \(String(cString: curl_easy_strerror(code)))",
            request: request)
        error.curlCode = Int(code.rawValue)
        return error
    }
}
