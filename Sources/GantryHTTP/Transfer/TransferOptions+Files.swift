import CCurl
internal import GantryModel

// Transfers that aren't HTTP's own, and signed ones.
extension TransferOptions {
    func apply(_ files: FileExchange, to easy: EasyHandle, for transfer: Transfer) throws(CurlRefusal) {
        try easy.set(CURLOPT_URL, transfer.url.text)
        try setConnection(of: easy, to: transfer.url.origin, for: transfer.request)
        if !files.account.user.isEmpty { try easy.set(CURLOPT_USERNAME, files.account.user) }
        if let password = files.account.password { try easy.set(CURLOPT_PASSWORD, password.reveal()) }
        if transfer.url.origin.scheme == "sftp" {
            try setSSH(easy, files)
        } else {
            // Without TLS for commands and for files the transfer ends. Mail on this machine crosses no network.
            let isOnThisMachine = transfer.url.origin.scheme == "smtp" && transfer.url.isLoopback
            try easy.set(CURLOPT_USE_SSL, Int((isOnThisMachine ? CURLUSESSL_TRY : CURLUSESSL_ALL).rawValue))
            try easy.set(CURLOPT_FTP_FILEMETHOD, Int(CURLFTPMETHOD_NOCWD.rawValue))
            // With TLS 1.3 a server's tickets wait unread behind an upload; closing such a connection resets it, and
            // the file's end is lost (libcurl, issue 6149).
            if transfer.url.origin.scheme.hasPrefix("ftp") {
                try easy.set(CURLOPT_SSLVERSION, CURL_SSLVERSION_TLSv1_2 | CURL_SSLVERSION_MAX_TLSv1_2)
            }
        }
        if !files.commands.isEmpty { try easy.set(CURLOPT_QUOTE, list: files.commands) }
        switch files.operation {
        case .commands: try easy.set(CURLOPT_NOBODY, 1)
        case .fetch: break
        case .store(let resumes):
            try easy.set(CURLOPT_UPLOAD, 1)
            try easy.set(CURLOPT_INFILESIZE_LARGE, offset: transfer.request.body.length)
            try easy.set(CURLOPT_UPLOAD_BUFFERSIZE, 2 << 20)
            // libcurl asks the server how much it has.
            if resumes { try easy.set(CURLOPT_RESUME_FROM_LARGE, offset: -1) }
        case .mail(let from, let to):
            try easy.set(CURLOPT_UPLOAD, 1)
            try easy.set(CURLOPT_INFILESIZE_LARGE, offset: transfer.request.body.length)
            try easy.set(CURLOPT_MAIL_FROM, from)
            try easy.set(CURLOPT_MAIL_RCPT, list: to)
        case .greeting:
            // Without a recipient libcurl sends this command alone, in the place of HELP, which servers may refuse.
            try easy.set(CURLOPT_CUSTOMREQUEST, "NOOP")
            try easy.set(CURLOPT_NOBODY, 1)
        }
    }

    private func setSSH(_ easy: EasyHandle, _ files: FileExchange) throws(CurlRefusal) {
        var ways = 0
        if let key = files.account.keyFile {
            ways |= Int(CURLSSH_AUTH_PUBLICKEY)
            try easy.set(CURLOPT_SSH_PRIVATE_KEYFILE, key)
            if let passphrase = files.account.passphrase { try easy.set(CURLOPT_KEYPASSWD, passphrase.reveal()) }
        }
        if files.account.password != nil { ways |= Int(CURLSSH_AUTH_PASSWORD) | Int(CURLSSH_AUTH_KEYBOARD) }
        try easy.set(CURLOPT_SSH_AUTH_TYPES, ways)
        // The program that takes the files may belong to their group; others may not read them.
        try easy.set(CURLOPT_NEW_FILE_PERMS, 0o640)
        try easy.set(CURLOPT_NEW_DIRECTORY_PERMS, 0o750)
        if case .known(let file) = files.hostKeys { try easy.set(CURLOPT_SSH_KNOWNHOSTS, file) }
    }

    func setSignature(_ easy: EasyHandle, _ signature: RequestSignature) throws(CurlRefusal) {
        try easy.set(CURLOPT_AWS_SIGV4, "aws:amz:\(signature.region):s3")
        try easy.set(CURLOPT_USERNAME, signature.keyID)
        try easy.set(CURLOPT_PASSWORD, signature.secret.reveal())
    }
}

extension TransferContext {
    /// Installs the check of a file server's key; the others are installed already.
    static func install(
        _ keys: FileExchange.HostKeys, on easy: EasyHandle, pointer: UnsafeMutableRawPointer
    ) throws(CurlRefusal) {
        switch keys {
        case .known:
            unsafe try easy.set(CURLOPT_SSH_KEYDATA, pointer: pointer)
            unsafe try easy.set(knownHost: { _, _, found, match, context in
                guard let found = unsafe found?.pointee, let key = unsafe found.key, let context = unsafe context else {
                    return Int32(CURLKHSTAT_REJECT.rawValue)
                }
                if match == CURLKHMATCH_OK { return Int32(CURLKHSTAT_FINE.rawValue) }
                // Without a length the key is text in Base64.
                let fingerprint =
                    unsafe found.len > 0
                    ? HostKeyFingerprint.text(UnsafeRawBufferPointer(start: key, count: found.len))
                    : String(cString: key)
                unsafe Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue().refusedKey =
                    .hostKey(fingerprint: fingerprint, isChanged: match == CURLKHMATCH_MISMATCH)
                return Int32(CURLKHSTAT_REJECT.rawValue)
            })
        case .fingerprints:
            unsafe try easy.set(CURLOPT_SSH_HOSTKEYDATA, pointer: pointer)
            unsafe try easy.set(hostKey: { context, _, key, length in
                guard let context = unsafe context, let key = unsafe key else {
                    return Int32(CURLKHMATCH_MISMATCH.rawValue)
                }
                let box = unsafe Unmanaged<TransferContext>.fromOpaque(context).takeUnretainedValue()
                let found = unsafe HostKeyFingerprint.text(UnsafeRawBufferPointer(start: key, count: length))
                guard case .fingerprints(let accepted)? = box.request.files?.hostKeys, !accepted.contains(found) else {
                    return Int32(CURLKHMATCH_OK.rawValue)
                }
                box.refusedKey = .hostKey(fingerprint: found, isChanged: !accepted.isEmpty)
                return Int32(CURLKHMATCH_MISMATCH.rawValue)
            })
        }
    }
}

extension TransferOutcome {
    /// What a file server refused.
    static func fault(_ code: CURLcode) -> FileFault? {
        switch code {
        case CURLE_REMOTE_FILE_NOT_FOUND: .notFound
        case CURLE_REMOTE_ACCESS_DENIED, CURLE_UPLOAD_FAILED, CURLE_FTP_COULDNT_RETR_FILE: .notPermitted
        case CURLE_LOGIN_DENIED: .signInRefused
        case CURLE_REMOTE_DISK_FULL: .full
        case CURLE_QUOTE_ERROR: .command
        case CURLE_FTP_COULDNT_USE_REST, CURLE_BAD_DOWNLOAD_RESUME: .cannotResume
        default: nil
        }
    }
}
