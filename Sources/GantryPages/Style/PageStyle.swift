/// The style of every page, which the program holds.
package enum PageStyle {
    /// `pages.css`, in UTF-8.
    package static var bytes: [UInt8] { PackageResources.pages_css }
}
