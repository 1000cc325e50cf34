/// What is removed from photos before they are sent. Image data is never encoded again, so pixels don't change.
///
/// PDF documents are sent unchanged under every rule.
public enum PhotoPrivacy: String, Sendable, CaseIterable {
    /// Nothing: the file's bytes are sent.
    case none = "none"

    /// The position.
    ///
    /// Removed: the GPS directory of Exif, with its values overwritten; XMP that speaks of a position, and extended
    /// XMP, which is spread over segments, unread; Photoshop resources that repeat Exif or XMP; raw profiles in PNG
    /// texts; what follows the image in the file (further images, a film, a maker's data, which can have a position of
    /// their own) and the index to it; stray bytes between segments. Of unreadable Exif only the orientation stays.
    ///
    /// Stays: all else, so also the camera's name, times, thumbnail, names of places in words (IPTC). Not covered is a
    /// position in a format of a camera maker's own: in a maker note or in segments APP3 to APP12 and APP15. Who must
    /// be sure takes ``allButOrientation``.
    case gpsOnly = "gps-only"

    /// Everything that is needed neither to show the image in its colours nor to turn it the right way up.
    ///
    /// What a JPEG keeps: JFIF without its thumbnail, the ICC profile, Adobe's colour transform, and Exif with the
    /// orientation alone if that isn't 1. What a PNG keeps: the chunks of PNG's third edition that shape the image or
    /// its animation, and `eXIf` with the orientation alone. In a WebP, Exif and XMP are overwritten in place.
    case allButOrientation = "all-but-orientation"
}

/// What a privacy rule removed from a photo; the raw value is for people.
public enum RemovedPart: String, Sendable, CaseIterable, Comparable {
    case position = "GPS position"
    case makerNotes = "maker notes"
    case thumbnail = "thumbnail"
    case cameraData = "camera data (Exif)"
    case xmp = "XMP"
    case photoshop = "Photoshop and IPTC data"
    case comment = "comment"
    case text = "text"
    case time = "modification time"
    case imageIndex = "index of further images"
    case applicationData = "data of other programs"
    case trailingData = "data after the image"

    /// In the order in which the cases are declared.
    public static func < (a: RemovedPart, b: RemovedPart) -> Bool { a.rank < b.rank }

    private var rank: Int { RemovedPart.allCases.firstIndex(of: self) ?? 0 }
}
