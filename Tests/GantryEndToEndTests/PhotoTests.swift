import Glibc
import Testing

/// Photos behind nginx, whose own module judges signatures and their end.
@Suite("Photos of appointments") struct PhotoTests {
    /// Two servers of one nginx: the back end, and another one that keeps the photos.
    private static let configuration = """
        worker_processes 1; daemon off; pid FOLDER/nginx.pid; error_log FOLDER/error.log;
        events { worker_connections 64; }
        http {
            default_type application/json;
            log_format asked '$server_port $status $uri auth=$http_authorization key=$http_x_api_key';
            access_log FOLDER/access.log asked;
            client_body_temp_path FOLDER/1; proxy_temp_path FOLDER/2; fastcgi_temp_path FOLDER/3;
            uwsgi_temp_path FOLDER/4; scgi_temp_path FOLDER/5;
            server {
                listen 127.0.0.1:HUB; root FOLDER;
                location = /api/auth/validate-key { return 200 '{"valid":true}'; }
            }
            server {
                listen 127.0.0.1:STORE; root FOLDER;
                location /photos/ {
                    secure_link $arg_md5,$arg_expires;
                    secure_link_md5 "$secure_link_expires$uri SECRET";
                    if ($secure_link = "") { return 403; }
                    if ($secure_link = "0") { return 403; }
                }
            }
        }
        """

    /// Makes the files, with addresses that nginx accepts for ten minutes, and one that has ended.
    private static let files = """
        import base64, hashlib, json, os, sys, time
        folder, store = sys.argv[1:]
        os.makedirs(f"{folder}/api/client/appointments")
        os.makedirs(f"{folder}/photos")
        def link(path, ends=None):
            ends = ends or int(time.time()) + 600
            digest = base64.urlsafe_b64encode(hashlib.md5(f"{ends}{path} SECRET".encode()).digest()).decode().rstrip("=")
            return f"http://127.0.0.1:{store}{path}?md5={digest}&expires={ends}"
        png = b"\\x89PNG\\r\\n\\x1a\\n" + (2_999_976).to_bytes(4, "big") + b"IDAT" + bytes(2_999_984) + b"IEND" + bytes(4)
        contents = {"a.jpg": b"\\xff\\xd8\\xff\\xe0\\x00\\x06JFIF\\xff\\xd9", "b.png": png, "page.jpg": b"<html>"}
        for name, content in contents.items():
            open(f"{folder}/photos/{name}", "wb").write(content)
        addresses = [
            ("p1", link("/photos/a.jpg")), ("../../p2", link("/photos/b.png")), ("p3", link("/photos/page.jpg")),
            ("p4", link("/photos/a.jpg", 1000)), ("p5", link("/photos/none.jpg")), ("p6", "http://192.0.2.1/p6.jpg"),
            ("p7", "file:///etc/passwd"), ("p8", ""),
        ]
        photo = lambda item: {"id": item[0], "url": item[1], "createdAt": "2026-10-01T00:00:00Z"}
        appointment = {
            "id": "apt-1", "status": "done", "startIso": "2026-10-01T07:00:00Z", "clientName": "C", "serviceName": "S",
            "workPhotos": [photo(item) for item in addresses], "defectPhotos": [photo(addresses[0])],
        }
        json.dump(appointment, open(f"{folder}/api/client/appointments/apt-1", "w"))
        """

    @Test("come from another server without the key, under safe names, and what is no photo is held") func elsewhere()
        async throws
    {
        let workspace = try Workspace("photos")
        let folder = workspace.path + "/server"
        // Below the range from which the system gives ports to whoever asks for any.
        let hub = 31_000 + Int(getpid()) % 700
        let store = hub + 800
        let made = try await Command([Product.python, "-c", Self.files, folder, "\(store)"]).run()
        try #require(made.status == .exited(0), "\(made)")
        var served = Self.configuration.replacing("FOLDER", with: folder).replacing("HUB", with: "\(hub)").replacing(
            "STORE", with: "\(store)")
        if geteuid() == 0 { served = "user root;\n" + served }
        try write(served, to: folder + "/nginx.conf")
        let nginx = try Command([
            "/bin/sh", "-c", "PATH=$PATH:/usr/sbin exec nginx -c \(folder)/nginx.conf -e \(folder)/error.log",
        ]).start()
        defer { nginx.end() }
        for _ in 0..<200 where !exists(folder + "/nginx.pid") { try await Task.sleep(for: .milliseconds(25)) }
        try write(
            "connections:\n  hub:\n    system: autodetail-hub\n    environment: http://127.0.0.1:\(hub)\n    credentials:\n      api-key: { env: HUB_API_KEY }\n",
            to: workspace.path + "/gantry.yaml")
        try write("id\napt-1\n", to: workspace.path + "/appointments.csv")
        let words = [
            Product.binary, "run", Product.root + "/Pipelines/appointment-photos.yaml", "--period", "2026-10",
            "--workspace", workspace.path,
        ]
        let run = try await Command(words, environment: ["HUB_API_KEY": "org_1705671234_sandbox000001"]).run()
        try #require(run.status == .exited(0), "\(run)")
        let data = workspace.exports + "/appointment-photos/2026-10/r1/data"
        let photos = try Tree(data + "/photos").files
        #expect(
            photos.keys.sorted() == ["apt-1.defect.p1.jpg", "apt-1.work._-----p2-a2f4c5d5.png", "apt-1.work.p1.jpg"])
        #expect(photos["apt-1.work._-----p2-a2f4c5d5.png"]?.count == 3_000_008)
        let held = try text(of: data + "/photo-exceptions.csv").split(separator: "\r\n").dropFirst().map {
            $0.split(separator: ",")[3]
        }
        #expect(
            held == [
                "the file is not an image", "the server answered 403", "the server answered 404",
                "its address is unusable",
                "its address is unusable", "the server gives no address",
            ])
        let asked = try text(of: folder + "/access.log").split(separator: "\n")
        #expect(
            asked.contains {
                $0.hasPrefix("\(hub) 200 /api/client") && $0.hasSuffix("key=org_1705671234_sandbox000001")
            })
        #expect(asked.filter { $0.hasPrefix("\(store) ") }.allSatisfy { $0.hasSuffix("auth=- key=-") }, "\(asked)")
        // An address that has ended is asked for anew once.
        #expect(
            asked.count { $0.hasPrefix("\(store) 403 ") } == 2 && asked.count { $0.contains("/api/client/") } == 2,
            "\(asked)")
        for (name, bytes) in try Tree(workspace.exports).files
        where String(decoding: bytes, as: UTF8.self).contains("md5=") {
            Issue.record("\(name) holds a signature")
        }
        let verified = try await Command([
            Product.binary, "verify", workspace.exports + "/appointment-photos/2026-10/r1",
        ]).run()
        #expect(verified.status == .exited(0) && verified.out.contains("data/photos/: 3 files"), "\(verified)")
    }
}
