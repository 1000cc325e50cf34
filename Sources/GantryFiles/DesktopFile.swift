/// Files that desktops leave in folders that somebody opens or packs. No program reads them as data.
public enum DesktopFile {
    /// Of macOS and of Windows, in lower case.
    private static let names: Set<String> = [".ds_store", "thumbs.db", "desktop.ini"]

    /// Whether a file is one by the last name of its path: `.DS_Store`, `._payroll.csv` (what macOS keeps of
    /// `payroll.csv`, in zip files below `__MACOSX`), `Thumbs.db` or `desktop.ini`.
    public static func isOne(_ path: String) -> Bool {
        guard let name = path.split(separator: "/").last else { return false }
        return name.hasPrefix("._") || names.contains(name.lowercased())
    }
}
