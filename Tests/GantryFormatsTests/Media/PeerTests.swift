import Foundation
import GantryFormats
import GantryTestSupport
import Testing

/// exiftool and Pillow look at photos before and after.
@Suite("Seen with other programs")
struct PeerTests {
    private struct Seen {
        let before: [String: String]
        let after: [String: String]
    }

    /// What exiftool sees of these files and of what is sent of them, having made sure that their pixels are the same.
    private func look(_ files: [String], in folder: String, _ privacy: PhotoPrivacy) throws -> [Seen] {
        let out = try TemporaryFolder()
        var after: [String] = []
        for (number, file) in files.enumerated() {
            let report = try MediaInspection.inspect(
                path: file, in: folder, accepts: [.jpeg, .png, .webp], limit: 1 << 20, privacy: privacy)
            let name = "\(number)-" + (file.split(separator: "/").last ?? "")
            try out.put(try sent(try #require(report.content, "\(file): \(report.problems)")), at: name)
            after.append(out.file(name))
        }
        let before = files.map { "\(folder)/\($0)" }
        #expect(try Tool.samePixels(Array(zip(before, after))))
        return zip(try Tool.exiftool(before), try Tool.exiftool(after)).map { Seen(before: $0, after: $1) }
    }

    private func has(_ tags: [String: String], _ part: String) -> Bool { tags.keys.contains { $0.contains(part) } }

    /// 1 where none is stated.
    private func orientation(_ tags: [String: String]) -> String { tags["IFD0:Orientation"] ?? "1" }

    @Test("the sample photos lose GPS, maker notes, thumbnail and all else but the orientation; their pixels stay")
    func everything() throws {
        let files = try Uploads.names("photos")
        #expect(files.count == 13)
        var turned = 0
        for seen in try look(files, in: Uploads.folder.path, .allButOrientation) {
            #expect(
                has(seen.before, "GPS:GPSLatitude") && has(seen.before, "MakerNote")
                    && has(seen.before, "ThumbnailImage"))
            for part in [
                "GPS", "MakerNote", "Thumbnail", "XMP", "IPTC", "Comment", "MPF", "Make", "Date", "Serial", "Warning",
                "Error",
            ] {
                #expect(
                    !has(seen.after.filter { !$0.key.hasPrefix("System:") && !$0.key.hasPrefix("ICC") }, part),
                    "\(part)")
            }
            #expect(orientation(seen.after) == orientation(seen.before))
            if orientation(seen.after) == "6" { turned += 1 }
            #expect(seen.after["ICC_Profile:ProfileCopyright"] == seen.before["ICC_Profile:ProfileCopyright"])
        }
        #expect(turned == 4)
    }

    @Test("the sample photos lose their position and keep the rest under gps-only")
    func position() throws {
        for seen in try look(try Uploads.names("photos"), in: Uploads.folder.path, .gpsOnly) {
            #expect(!has(seen.after, "GPS") && !has(seen.after, "Warning") && !has(seen.after, "Error"))
            let lost = seen.before.filter {
                !$0.key.contains("GPS") && !$0.key.hasPrefix("System:") && $0.key != "SourceFile"
                    && seen.after[$0.key] != $0.value
            }
            #expect(lost.keys.allSatisfy { $0.hasPrefix("XMP-") || $0.hasPrefix("MPF") }, "\(lost)")
            #expect(has(seen.after, "MakerNote") && has(seen.after, "ThumbnailImage"))
        }
    }

    @Test("PNG and WebP photos that Pillow wrote lose the same", arguments: [PhotoPrivacy.gpsOnly, .allButOrientation])
    func others(privacy: PhotoPrivacy) throws {
        let folder = try TemporaryFolder()
        let program = """
            import sys
            from PIL import Image, PngImagePlugin
            folder = sys.argv[1]
            exif = Image.Exif()
            exif[0x0112] = 8
            exif[0x010F] = 'Example'
            exif[0x8825] = {1: 'N', 2: (10.0, 20.0, 30.0), 3: 'W', 4: (40.0, 50.0, 12.0)}
            xmp = (b'<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description '
                   b'rdf:about="" xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="10,20.5N"/></rdf:RDF></x:xmpmeta>')
            image = Image.radial_gradient('L').convert('RGB').resize((90, 70))
            info = PngImagePlugin.PngInfo()
            info.add_text('Comment', 'words')
            info.add_itxt('XML:com.adobe.xmp', xmp.decode())
            image.save(folder + '/a.png', exif=exif, pnginfo=info)
            image.save(folder + '/b.webp', exif=exif, xmp=xmp, quality=50)
            image.save(folder + '/c.webp', exif=exif, xmp=xmp, lossless=True)
            image.save(folder + '/d.webp', exif=exif, xmp=xmp, save_all=True, append_images=[image.rotate(90)])
            """
        try Tool.python(program, [folder.path])
        for seen in try look(["a.png", "b.webp", "c.webp", "d.webp"], in: folder.path, privacy) {
            #expect(has(seen.before, "GPS:GPSLatitude") && has(seen.before, "XMP-exif:GPSLatitude"))
            #expect(!has(seen.after, "GPS") && !has(seen.after, "Error"))
            #expect(orientation(seen.after) == "8" && orientation(seen.before) == "8")
            #expect(has(seen.after, "Make") == (privacy == .gpsOnly))
            #expect(seen.after["File:ImageWidth"] == seen.before["File:ImageWidth"])
        }
    }
}
