import Glibc

/// Numbers on disk for as long as this value lives. The file loses its name at once, so that none of its bytes stay,
/// however the process ends.
package final class NumberFile: Sendable {
    private let file: OpenFile
    /// For messages.
    private let folder: String

    /// - Parameter folder: decides which disk it is on.
    /// - Throws: `FileError`.
    package init(in folder: String) throws(FileError) {
        self.folder = folder
        let parent = try Folder.open(folder)
        let name = ".numbers-\(String(UInt64.random(in: .min ... .max), radix: 36))"
        let path = "\(folder)/\(name)"
        file = try parent.openFile(name, flags: O_RDWR | O_CREAT | O_EXCL, path: path)
        try parent.remove(name, isFolder: false, path)
    }

    /// Writes numbers from this place on, counted in numbers.
    package func write(_ numbers: [UInt64], at place: Int) throws(FileError) {
        let bytes = numbers.count * 8
        var done = 0
        while done < bytes {
            let written = unsafe numbers.withUnsafeBytes { buffer in
                unsafe pwrite(file.number, buffer.baseAddress?.advanced(by: done), bytes - done, place * 8 + done)
            }
            let reason = written < 0 ? errno : EIO
            if written > 0 { done += written } else if reason != EINTR { throw failed("Writing", reason) }
        }
    }

    /// Reads the numbers at these places in place of what the array holds.
    package func read(_ places: Range<Int>, into numbers: inout [UInt64]) throws(FileError) {
        numbers.removeAll(keepingCapacity: true)
        numbers.append(contentsOf: repeatElement(0, count: places.count))
        let bytes = places.count * 8
        var done = 0
        while done < bytes {
            let found = unsafe numbers.withUnsafeMutableBytes { buffer in
                unsafe pread(
                    file.number, buffer.baseAddress?.advanced(by: done), bytes - done, places.lowerBound * 8 + done)
            }
            let reason = found < 0 ? errno : EIO
            if found > 0 { done += found } else if reason != EINTR { throw failed("Reading", reason) }
        }
    }

    private func failed(_ what: String, _ reason: Int32) -> FileError {
        FileError(doing: "\(what) a temporary file in", folder, reason)
    }
}
