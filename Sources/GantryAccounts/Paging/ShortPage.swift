internal import GantryEngine
internal import GantryModel

/// A page with fewer records than were asked for: the server gives no more, or took some out after it was cut.
struct ShortPage {
    let number: Int
    let size: Int
    /// How many records it has; `nil` where it was read before the run went on here.
    var count: Int?

    /// Records before it.
    var start: Int { (number - 1) * size }

    /// The page to ask for that begins behind its records, or else at the last ones of them.
    func probe(_ count: Int) -> PageProbe {
        let end = start + count
        if end % count == 0 { return PageProbe(page: end / count + 1, size: count) }
        let sizes = (1..<size).reversed().filter { end / $0 * $0 > start }
        let chosen = sizes.first { end / $0 * $0 + $0 >= start + size } ?? sizes.first ?? 1
        return PageProbe(page: end / chosen + 1, size: chosen)
    }

    /// Why the list isn't taken for whole.
    var isUnproven: RunError {
        let has = count.map { "has \(counted($0, "record"))" } ?? "may have fewer records"
        return RunError(
            .sourceIncomplete,
            "Page \(number) \(has), and \(size) were asked for. Nothing shows that the next page goes on right behind it, so records between them may be lost.",
            advice:
                "Set size, under paging in the description, to \(count.map { "\($0) or less" } ?? "less than \(size)"), so that every page but the last is full, and run again with \(.startOver)."
        )
    }
}

/// A page that is asked for only to see what is behind a short one.
struct PageProbe {
    var page: Int
    let size: Int

    /// Records before it.
    var start: Int { (page - 1) * size }
    var end: Int { page * size }
}
