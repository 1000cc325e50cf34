# Sourced by the other scripts: finds a Swift toolchain of 6.2 or newer and puts it on PATH, or ends with what to do.

# How programs and tests are built for use. Debug information takes time and half of the space; names are there without it.
# C has the paths of its sources in what it says; without the folder of this checkout, any checkout gives the same bytes.
# Generic types are made by code that knows what they conform to: by their names, the runtime would search all conformances of the
# program for each of them, which is a seventh of what a command takes.
release=(-c release -debug-info-format none -Xcc "-ffile-prefix-map=${root:-$PWD}=."
    -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors)

find_swift() {
    local folder version
    if ! command -v swift >/dev/null; then
        for folder in /opt/swift/usr/bin /usr/share/swift/usr/bin /usr/libexec/swift/bin \
            "${SWIFTLY_BIN_DIR:-$HOME/.local/share/swiftly/bin}" "$HOME/.swiftly/bin"; do
            if [[ -x $folder/swift ]]; then
                PATH=$folder:$PATH
                break
            fi
        done
    fi
    if ! command -v swift >/dev/null; then
        echo "No Swift toolchain found. Install Swift 6.2 or newer (https://www.swift.org/install/linux/) and put its usr/bin on PATH." >&2
        return 1
    fi
    version=$(swift --version 2>/dev/null | sed -nE 's/.*Swift version ([0-9]+)\.([0-9]+).*/\1 \2/p' | head -n 1)
    if [[ -z $version ]]; then
        echo "'$(command -v swift) --version' does not say its version; is the toolchain whole?" >&2
        return 1
    fi
    local major=${version% *} minor=${version#* }
    if ((major < 6 || (major == 6 && minor < 2))); then
        echo "Swift $major.$minor at $(command -v swift) is too old: Gantry needs Swift 6.2 or newer." >&2
        return 1
    fi
    export PATH
}
