internal import CXLSXWriter
internal import GantryModel

/// Writes a workbook row by row; memory doesn't follow its rows. It owns libxlsxwriter's handle.
///
/// It belongs to one task.
@safe final class WorkbookWriter {
    /// The rows of a sheet, its heading among them.
    static let mostRows = 1_048_576
    /// The characters of a text, in units of UTF-16.
    static let mostCharacters = 32_767
    static let mostColumns = 16_384

    private let path: String
    private var workbook: UnsafeMutablePointer<lxw_workbook>?
    private var sheet: UnsafeMutablePointer<lxw_worksheet>?
    private var formats: [WorkbookColumn.Kind: UnsafeMutablePointer<lxw_format>] = unsafe [:]
    /// The same for rows that are totals.
    private var totals: [WorkbookColumn.Kind: UnsafeMutablePointer<lxw_format>] = unsafe [:]
    /// What is printed above and below every page.
    private let head: String
    /// Of headings, and of those above numbers and days.
    private let bold: UnsafeMutablePointer<lxw_format>?
    private let boldRight: UnsafeMutablePointer<lxw_format>?
    private var columns: [WorkbookColumn] = []
    private var widths: [Int] = []
    private var title = ""
    /// The next row of the sheet, from 0.
    private(set) var row = 0

    /// Starts the file.
    /// - Parameter folder: holds temporary files without a name while the workbook is written.
    init(_ path: String, folder: String, title: String, created: Instant) throws(WorkbookError) {
        self.path = path
        // & begins a code there.
        head = "&L" + title.replacing("&", with: "&&")
        guard let opened = unsafe gantry_xlsx_open(path, folder) else {
            throw WorkbookError(.library, "\(path) can't be created.")
        }
        unsafe workbook = opened
        unsafe bold = WorkbookWriter.headings(of: opened)
        unsafe boldRight = WorkbookWriter.headings(of: opened)
        unsafe format_set_align(boldRight, UInt8(LXW_ALIGN_RIGHT.rawValue))
        for kind in WorkbookColumn.Kind.all {
            guard let code = kind.format, let format = unsafe workbook_add_format(opened) else { continue }
            unsafe format_set_num_format(format, code)
            unsafe formats[kind] = unsafe format
            guard let total = unsafe workbook_add_format(opened) else { continue }
            unsafe format_set_num_format(total, code)
            unsafe format_set_bold(total)
            unsafe totals[kind] = unsafe total
        }
        let result = unsafe gantry_xlsx_describe(
            opened, title, Int(created.nanosecondsSince1970 / 1_000_000_000))
        try require(result)
    }

    private static func headings(of workbook: UnsafeMutablePointer<lxw_workbook>) -> UnsafeMutablePointer<lxw_format>? {
        let format = unsafe workbook_add_format(workbook)
        unsafe format_set_bold(format)
        unsafe format_set_num_format(format, "@")
        unsafe format_set_bottom(format, UInt8(LXW_BORDER_THIN.rawValue))
        return unsafe format
    }

    deinit {
        // Without closing it the library keeps its memory and its temporary files.
        if let open = unsafe workbook { _ = unsafe workbook_close(open) }
    }

    /// Starts a sheet with its heading row.
    /// - Parameter title: at most 31 characters without `[]:*?/\`.
    func start(_ title: String, _ columns: [WorkbookColumn]) throws(WorkbookError) {
        endSheet()
        guard columns.count <= Self.mostColumns else {
            throw WorkbookError(
                .tooLarge, "\(path): \(columns.count) columns, but a sheet holds \(Self.mostColumns).",
                advice: "Leave out columns.")
        }
        self.title = title
        self.columns = columns
        row = 0
        widths = columns.map { $0.shown.utf16.count + 3 }
        unsafe sheet = workbook_add_worksheet(workbook, title)
        guard unsafe sheet != nil else { throw WorkbookError(.library, "\(path): the sheet \(title) can't be added.") }
        unsafe worksheet_freeze_panes(sheet, 1, 0)
        unsafe worksheet_set_landscape(sheet)
        unsafe worksheet_set_paper(sheet, 9)
        unsafe worksheet_fit_to_pages(sheet, 1, 0)
        _ = unsafe worksheet_repeat_rows(sheet, 0, 0)
        _ = unsafe worksheet_set_header(sheet, head + "&R&A")
        _ = unsafe worksheet_set_footer(sheet, "&C&P / &N")
        for (column, entry) in columns.enumerated() {
            try unsafe write(entry.shown, column: column, format: entry.kind == .text ? bold : boldRight)
        }
        row = 1
    }

    /// Writes the next row.
    /// - Parameters:
    ///   - cells: as many as columns, as a CSV file in the machine dialect has them.
    ///   - isTotal: whether the row is bold.
    func write(_ cells: [String], isTotal: Bool = false) throws(WorkbookError) {
        var isBlank = true
        for (column, spelled) in cells.enumerated() where column < columns.count {
            let kind = columns[column].kind
            let spelled = columns[column].words[spelled] ?? spelled
            let shown = kind.format == "0" ? WorkbookColumn.Kind.integer : kind
            let format = unsafe isTotal ? totals[shown] : formats[shown]
            widths[column] = max(widths[column], min(spelled.utf16.count + 2, 60))
            switch WorkbookCell(spelled, kind) {
            case .empty: continue
            case .text(let text): try unsafe write(text, column: column, format: format)
            case .number(let number):
                try require(
                    unsafe worksheet_write_number(sheet, lxw_row_t(row), lxw_col_t(column), number, format))
            }
            isBlank = false
        }
        // The library leaves out a row without cells, and an empty cell without a format.
        if isBlank {
            try require(unsafe worksheet_write_blank(sheet, lxw_row_t(row), 0, formats[.text] ?? nil))
        }
        row += 1
    }

    private func write(
        _ text: String, column: Int, format: UnsafeMutablePointer<lxw_format>?
    ) throws(WorkbookError) {
        let spelled = WorkbookText.escaped(text)
        guard spelled.utf16.count <= Self.mostCharacters else {
            throw WorkbookError(
                .tooLarge,
                "\(path), sheet \(title), row \(row + 1), column \"\(columns[column].heading)\": a text has "
                    + "\(spelled.utf16.count) characters, but a cell of a workbook holds \(Self.mostCharacters).",
                advice: "Leave out the column in the pipeline file, or export the list as csv.")
        }
        try require(unsafe worksheet_write_string(sheet, lxw_row_t(row), lxw_col_t(column), spelled, format))
    }

    private func endSheet() {
        guard unsafe sheet != nil, !columns.isEmpty else { return }
        for (column, width) in widths.enumerated() {
            _ = unsafe worksheet_set_column(
                sheet, lxw_col_t(column), lxw_col_t(column), Double(min(width, 60)), nil)
        }
        _ = unsafe worksheet_autofilter(sheet, 0, 0, lxw_row_t(max(row - 1, 0)), lxw_col_t(columns.count - 1))
        unsafe sheet = nil
    }

    /// Ends the file. It is not yet on the disk.
    func close() throws(WorkbookError) {
        endSheet()
        guard let open = unsafe workbook else { return }
        unsafe workbook = nil
        try require(unsafe workbook_close(open))
    }

    private func require(_ result: lxw_error) throws(WorkbookError) {
        guard result != LXW_NO_ERROR else { return }
        throw WorkbookError(
            .library, "\(path) can't be written: \(unsafe String(cString: lxw_strerror(result)))",
            advice: "Check the space and the permissions of the disk, then run the same command again.")
    }
}
