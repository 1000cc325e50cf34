#ifndef GANTRY_COPENSSL_SHIM_H
#define GANTRY_COPENSSL_SHIM_H

/* libcrypto of OpenSSL 3: the digests, the message code and the key that Gantry uses. */
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/x509.h>

/* Variadic in OpenSSL, which Swift can't call. */
static inline EVP_PKEY *gantry_new_p256_key(void) { return EVP_PKEY_Q_keygen(NULL, NULL, "EC", "P-256"); }

#endif
