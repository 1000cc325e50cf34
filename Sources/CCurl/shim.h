#ifndef GANTRY_CCURL_SHIM_H
#define GANTRY_CCURL_SHIM_H

// curl_easy_setopt, curl_easy_getinfo and curl_multi_setopt are variadic, and Swift refuses to call
// variadic C functions. Here is one function per argument type and nothing else. The type matters:
// libcurl reads the variable argument with exactly the C type the option documents, so passing an
// int where it wants a long reads garbage.

#include <curl/curl.h>

#if LIBCURL_VERSION_NUM < 0x075700
#error "GantryHTTP needs libcurl 7.87 or newer (CURLOPT_QUICK_EXIT, CURLOPT_PROTOCOLS_STR)."
#endif

// Options documented as taking `long` (numbers, flags, enums). Must be C: variadic.
static inline CURLcode gantry_easy_set_long(CURL *handle, CURLoption option, long value) {
    return curl_easy_setopt(handle, option, value);
}

// Options documented as taking `curl_off_t` (sizes beyond 32 bits). Must be C: variadic, and
// curl_off_t is not `long` on every platform.
static inline CURLcode gantry_easy_set_offset(CURL *handle, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(handle, option, value);
}

// Options documented as taking `char *` that libcurl copies. NULL restores the default. Must be C: variadic.
static inline CURLcode gantry_easy_set_text(CURL *handle, CURLoption option, const char *value) {
    return curl_easy_setopt(handle, option, value);
}

// Options documented as taking a `void *` or `char *` that libcurl keeps (user data, error buffer).
// Must be C: variadic.
static inline CURLcode gantry_easy_set_pointer(CURL *handle, CURLoption option, void *value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_HTTPHEADER, CURLOPT_QUOTE and CURLOPT_MAIL_RCPT. libcurl keeps the list; the caller frees it after the
// transfer. Must be C: variadic.
static inline CURLcode gantry_easy_set_list(CURL *handle, CURLoption option, struct curl_slist *value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_WRITEFUNCTION and CURLOPT_HEADERFUNCTION, which share one signature. Must be C: variadic,
// and a Swift closure becomes a C function pointer only where a parameter has that type.
typedef size_t (*gantry_receive_callback)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode gantry_easy_set_receive(CURL *handle, CURLoption option, gantry_receive_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_READFUNCTION. Must be C for the reasons above.
typedef size_t (*gantry_send_callback)(char *bytes, size_t size, size_t count, void *context);
static inline CURLcode gantry_easy_set_send(CURL *handle, CURLoption option, gantry_send_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_SEEKFUNCTION. Must be C for the reasons above.
typedef int (*gantry_seek_callback)(void *context, curl_off_t offset, int origin);
static inline CURLcode gantry_easy_set_seek(CURL *handle, CURLoption option, gantry_seek_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_PREREQFUNCTION. Must be C for the reasons above.
typedef int (*gantry_request_callback)(void *context, char *remote_address, char *local_address,
                                       int remote_port, int local_port);
static inline CURLcode gantry_easy_set_prerequest(CURL *handle, CURLoption option, gantry_request_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_OPENSOCKETFUNCTION. Must be C for the reasons above.
typedef curl_socket_t (*gantry_socket_callback)(void *context, curlsocktype purpose, struct curl_sockaddr *address);
static inline CURLcode gantry_easy_set_socket(CURL *handle, CURLoption option, gantry_socket_callback value) {
    return curl_easy_setopt(handle, option, value);
}

// CURLOPT_SSH_KEYFUNCTION. Must be C for the reasons above.
typedef int (*gantry_known_host_callback)(CURL *handle, const struct curl_khkey *known, const struct curl_khkey *found,
                                          enum curl_khmatch match, void *context);
static inline CURLcode gantry_easy_set_known_host(CURL *handle, gantry_known_host_callback value) {
    return curl_easy_setopt(handle, CURLOPT_SSH_KEYFUNCTION, value);
}

// CURLOPT_SSH_HOSTKEYFUNCTION. Must be C for the reasons above.
typedef int (*gantry_host_key_callback)(void *context, int type, const char *key, size_t length);
static inline CURLcode gantry_easy_set_host_key(CURL *handle, gantry_host_key_callback value) {
    return curl_easy_setopt(handle, CURLOPT_SSH_HOSTKEYFUNCTION, value);
}

// Facts documented as `long *`. Must be C: variadic.
static inline CURLcode gantry_easy_get_long(CURL *handle, CURLINFO info, long *value) {
    return curl_easy_getinfo(handle, info, value);
}

// Facts documented as `curl_off_t *` (sizes, microseconds). Must be C: variadic.
static inline CURLcode gantry_easy_get_offset(CURL *handle, CURLINFO info, curl_off_t *value) {
    return curl_easy_getinfo(handle, info, value);
}

// CURLINFO_ACTIVESOCKET. Must be C: variadic.
static inline CURLcode gantry_easy_get_socket(CURL *handle, curl_socket_t *value) {
    return curl_easy_getinfo(handle, CURLINFO_ACTIVESOCKET, value);
}

// CURLINFO_CERTINFO. The result belongs to the handle. Must be C: variadic.
static inline CURLcode gantry_easy_get_certificates(CURL *handle, struct curl_certinfo **value) {
    return curl_easy_getinfo(handle, CURLINFO_CERTINFO, value);
}

// Multi options documented as taking `long`. Must be C: variadic.
static inline CURLMcode gantry_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return curl_multi_setopt(multi, option, value);
}

// The result of a finished transfer. Must be C: it sits in a union whose other member is a pointer.
static inline CURLcode gantry_message_result(const CURLMsg *message) {
    return message->data.result;
}

#endif
