import CCurl

/// The process-wide part of libcurl.
enum CurlLibrary {
    /// The result of `curl_global_init`, which must run once before anything else of libcurl. A lazy constant runs
    /// once, whichever thread comes first. It is never cleaned up: other users of libcurl in the process may still need
    /// it.
    private static let initialised: CURLcode = curl_global_init(Int(CURL_GLOBAL_DEFAULT))

    /// Makes sure that libcurl is initialised.
    static func initialise() throws(HTTPError) {
        guard initialised == CURLE_OK else {
            throw HTTPError(
                .setUp, unsafe "libcurl could not be initialised: \(String(cString: curl_easy_strerror(initialised)))",
                method: "-", url: "-")
        }
    }
}
