extension HoursDetail {
    /// What the pay codes of a pipeline file need; `nil` if they need none of it.
    package init?(_ settings: PaySettings?) {
        guard let settings, settings.needsDailyEntries else { return nil }
        self.init(isByProject: settings.isByProject)
    }
}
