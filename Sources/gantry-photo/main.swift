internal import CLinux
internal import GantryFiles
internal import GantryModel
internal import Glibc

// Converts one photo: what comes with its arguments to a line about it and the JPEG image on standard output. gantry
// starts one for each photo, so that a hostile one ends this process and nothing else.
_ = linux_forbid_dumps()

/// Writes everything, or ends the process: whoever wanted it is gone.
func say(_ bytes: [UInt8]) {
    var done = 0
    while done < bytes.count {
        let count = unsafe bytes.withUnsafeBytes {
            unsafe write(1, $0.baseAddress?.advanced(by: done), $0.count - done)
        }
        if count < 0, errno != EINTR { _exit(1) }
        done += max(count, 0)
    }
}

guard let order = PhotoOrder(Array(CommandLine.arguments.dropFirst())) else {
    say(Array("gantry-photo is a part of gantry, which starts it.\n".utf8))
    _exit(64)
}
do {
    ProcessLimits.offerAsFirst()
    let bytes = try order.read()
    ProcessLimits.apply()
    let (change, image) = try order.convert(bytes)
    say(Array(PhotoAnswer.converted(change).line.utf8) + image)
} catch let refusal as PhotoRefusal {
    say(
        Array(
            PhotoAnswer.refused(code: refusal.code, found: refusal.found, expected: refusal.expected).line.utf8))
} catch {
    let reason = (error as? FileError)?.explanation ?? "\(error)"
    say(
        Array(
            PhotoAnswer.refused(code: "file-unreadable", found: reason, expected: "the file that was checked").line.utf8
        ))
}
_exit(0)
