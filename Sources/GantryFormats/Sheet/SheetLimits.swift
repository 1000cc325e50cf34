/// What a sheet may ask of memory.
public struct SheetLimits: Equatable, Sendable {
    /// The most columns of a header. The default is 1,000.
    public var columns = 1_000
    /// The most bytes of a cell, as UTF-8 and with its quotes doubled. The default is 1 MiB.
    public var cellBytes: Int
    /// The most bytes of a row, counted likewise. The default is 16 MiB.
    public var rowBytes: Int

    /// The default limits.
    public init(cellBytes: Int = 1 << 20, rowBytes: Int = 16 << 20) {
        self.cellBytes = cellBytes
        self.rowBytes = rowBytes
    }
}
