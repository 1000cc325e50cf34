package import GantryConnectors
package import GantryEngine
package import GantryModel

extension Dataset {
    /// Proves that a server that was asked for days gave records of these days only: one that doesn't know the parameters
    /// of the request answers with all that it has, or with none.
    ///
    /// - Parameter period: what it was asked for.
    package func requireInside(_ period: PayPeriod, _ chunk: borrowing Chunk<R>) throws(RunError) {
        guard periodRule == .asked, let days else { return }
        var nextReject = 0
        for index in 0..<chunk.count {
            while nextReject < chunk.rejects.count, chunk.rejects[nextReject].index < index { nextReject += 1 }
            if nextReject < chunk.rejects.count, chunk.rejects[nextReject].index == index { continue }
            guard let found = days(chunk.records[index]),
                found.upperBound < period.first || found.lowerBound > period.last
            else { continue }
            let key = singleLine(String(decoding: chunk.spelled(chunk.records[index].key), as: UTF8.self))
            throw RunError(
                .sourceIncomplete,
                "The server was asked for \(period.first) to \(period.last), and sent \(key) of \(found.lowerBound). "
                    + "It doesn't know the parameters that ask for days.",
                advice:
                    "Check the names and values under period in the description of \(name), then run again with \(.startOver)."
            )
        }
    }
}
