import FoundationEssentials
import Testing

/// Photos of a server that fails for a while.
@Suite("An outage of the server of photos") struct PhotoOutageTests {
    /// The back end and the server of photos in one: `FOLDER/port` is where, `FOLDER/log` what was answered. While
    /// `FOLDER/down` is there, photos get 503 after as many as it says.
    private static let server = """
        import http.server, json, os, socket, sys
        folder = sys.argv[1]
        closed = socket.socket(); closed.bind(("127.0.0.1", 0))
        served = 0
        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def log_message(self, *_): pass
            def answer(self, status, body, kind="application/json"):
                with open(f"{folder}/log", "a") as log: log.write(f"{status} {self.path}\\n")
                self.send_response(status)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do_POST(self):
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                self.answer(200, b'{"valid":true}')
            def do_GET(self):
                global served
                if self.path.startswith("/photos/"):
                    down = os.path.exists(f"{folder}/down") and served >= int(open(f"{folder}/down").read())
                    if down or "broken" in self.path: return self.answer(503 if down else 500, b"no")
                    served += 1
                    return self.answer(200, b"\\xff\\xd8\\xff\\xe0\\x00\\x02\\xff\\xd9", "image/jpeg")
                booking = self.path.rsplit("/", 1)[1]
                here, nowhere = server.server_address[1], closed.getsockname()[1]
                urls = {
                    "apt-1": ["/photos/a", "/photos/A"],
                    "apt-2": ["/photos/b", "/photos/broken", f"http://127.0.0.1:{nowhere}/c", f"https://127.0.0.1:{here}/d"],
                }
                photos = [{"id": "pP"[place % 2] + str(place // 2), "url": url} for place, url in enumerate(urls[booking])]
                self.answer(200, json.dumps({
                    "id": booking, "status": "done", "startIso": "2026-10-01T07:00:00Z", "clientName": "C", "serviceName": "S",
                    "workPhotos": photos}).encode())
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        with open(f"{folder}/port.new", "w") as file: file.write(str(server.server_address[1]))
        os.rename(f"{folder}/port.new", f"{folder}/port")
        server.serve_forever()
        """

    @Test("ends the run to be continued with nothing held for it, and photos that never come don't hold up the export")
    func outage() async throws {
        let workspace = try Workspace("photo-outage")
        let folder = workspace.path + "/server"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try write("2", to: folder + "/down")
        let child = try Command([Product.python, "-c", Self.server, folder], timeout: .seconds(300)).start()
        defer { child.end() }
        for _ in 0..<400 where !exists(folder + "/port") { try await Task.sleep(for: .milliseconds(25)) }
        let port = try text(of: folder + "/port")
        try write(
            "connections:\n  hub:\n    system: autodetail-hub\n    environment: http://127.0.0.1:\(port)\n    credentials:\n      api-key: { env: HUB_API_KEY }\n",
            to: workspace.path + "/gantry.yaml")
        try write("id\napt-1\napt-2\n", to: workspace.path + "/appointments.csv")
        let words = [
            Product.binary, "run", Product.root + "/Pipelines/appointment-photos.yaml", "--period", "2026-10",
            "--pages-ahead", "1",
            "--workspace", workspace.path,
        ]
        let environment = ["HUB_API_KEY": "org_1705671234_sandbox000001"]
        let first = try await Command(words, environment: environment).run()
        first.expect(exit: 75)
        #expect(
            first.err.contains("http://127.0.0.1:\(port) is unavailable")
                && first.err.contains("the server answered 503"), "\(first)")
        #expect(!exists(workspace.exports + "/appointment-photos/2026-10/r1"))

        try remove(folder + "/down")
        let second = try await Command(words, environment: environment).run()
        second.expect(exit: 0)
        let data = workspace.exports + "/appointment-photos/2026-10/r1/data"
        #expect(
            try Tree(data + "/photos").files.keys.sorted() == [
                "apt-1.work.P0-20ffefad.jpg", "apt-1.work.p0.jpg", "apt-2.work.p0.jpg",
            ])
        let held = try text(of: data + "/photo-exceptions.csv").split(separator: "\r\n").dropFirst().map {
            $0.split(separator: ",")[3]
        }
        #expect(
            held == [
                "the server answered 500", "its server refuses connections", "its server's certificate or TLS failed",
            ])
        // What was there before the outage is kept under its name, although the two differ in case alone.
        let log = try text(of: folder + "/log").split(separator: "\n")
        #expect(log.count { $0 == "200 /photos/a" } == 1 && log.count { $0 == "500 /photos/broken" } == 5, "\(log)")
    }
}
