"""Makes photos as phones make them, and others that nobody's phone makes.

    make_photos.py FOLDER

Needs Pillow, and heif-enc of libheif for HEIC.
"""
import pathlib
import subprocess
import sys

from PIL import Image, ImageCms, ImageDraw

folder = pathlib.Path(sys.argv[1])
folder.mkdir(parents=True, exist_ok=True)
srgb = ImageCms.ImageCmsProfile(ImageCms.createProfile("sRGB")).tobytes()


def picture(width, height, noise=40):
    """Noise, so that it takes many bytes, with a red corner at the top left."""
    image = Image.merge("RGB", [Image.effect_noise((width, height), noise) for _ in range(3)])
    ImageDraw.Draw(image).rectangle((0, 0, width // 4, height // 4), fill=(255, 0, 0))
    return image


def exif(orientation):
    data = Image.Exif()
    data[0x0112] = orientation
    data[0x010F] = "Camera of a secret maker"
    place = data.get_ifd(0x8825)
    place[1], place[2], place[3], place[4] = "N", (55.0, 40.0, 33.0), "E", (12.0, 34.0, 5.0)
    return data


def heic(name, *images, quality=60):
    files = []
    for number, image in enumerate(images):
        file = folder / f"{name}-{number}.png"
        image.save(file, icc_profile=srgb)
        files.append(file)
    subprocess.run(["heif-enc", "-q", str(quality), "-o", folder / name, *files], check=True, capture_output=True)
    for file in files:
        file.unlink()


heic("phone.heic", picture(900, 600))
heic("second.heic", picture(640, 480))
whole = (folder / "phone.heic").read_bytes()
colours = whole.index(b"colrprof") + 4


def numbered(primaries, transfer):
    """The photo with its colours as numbers (ISO/IEC 23091-2) in the place of a profile."""
    numbers = b"".join(number.to_bytes(2, "big") for number in (primaries, transfer, 6))
    return whole[:colours] + b"nclx" + numbers + b"\x80" + whole[colours + 11 :]


(folder / "wide.heic").write_bytes(numbered(12, 13))
(folder / "hdr.heic").write_bytes(numbered(9, 16))
large = picture(2400, 1600)
large.save(folder / "large.jpg", quality=95, icc_profile=srgb, exif=exif(6))
large.convert("L").save(folder / "grey.jpg", quality=98)
picture(400, 300).save(folder / "fits.jpg", quality=80)
screen = picture(300, 200, noise=5).convert("RGBA")
screen.putalpha(Image.linear_gradient("L").resize(screen.size))
screen.save(folder / "screen.png", icc_profile=srgb)
picture(320, 240).save(folder / "saved.webp", quality=70)

# Damaged, hostile, or no photo of one picture.
whole = (folder / "large.jpg").read_bytes()
(folder / "cut.jpg").write_bytes(whole[: len(whole) // 2])
# Its structure is whole, its pixels aren't.
(folder / "mangled.jpg").write_bytes(whole[: len(whole) // 2] + b"\xff\xd9" + bytes(1_000_000))
phone = (folder / "phone.heic").read_bytes()
(folder / "cut.heic").write_bytes(phone[: len(phone) // 2])
at = phone.index(b"ispe") + 8
side = (50_000).to_bytes(4, "big")
(folder / "bomb.heic").write_bytes(phone[:at] + side + side + phone[at + 8 :])
heic("many.heic", *[picture(64, 64) for _ in range(100)])
Image.new("1", (60_000, 40_000)).save(folder / "bomb.png")
large.convert("CMYK").save(folder / "print.jpg", quality=95)
large.resize((60, 40)).save(folder / "scan.tif", save_all=True, append_images=[large.resize((60, 40))])
large.resize((60, 40)).save(folder / "scan.pdf")
