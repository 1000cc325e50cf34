import FoundationEssentials
import Testing

/// The shipped pipelines that send to KSR Cranes, through the built program against the sample back end.
@Suite("Sending to KSR Cranes") struct KSRSendingTests {
    @Test("Pictures are put once, and a second run does nothing")
    func profileImages() async throws {
        let job = try await KSRSending("profile-images-upload")
        let plan = try await job.command("plan", "profile-images").run()
        #expect(plan.code == 2, "\(plan)")
        #expect(try job.effects().isEmpty)
        let run = try await job.command("run", "profile-images").run()
        try #require(run.code == 2, "\(run)")
        #expect(try job.states("profile-images") == ["done", "done", "refused", "refused"])
        let effects = try job.effects()
        #expect(Set(effects.map(\.id)) == Set(try job.ids("profile-images").prefix(2)) && effects.count == 2)
        #expect(try job.errors("profile-images").first?.contains("no worker 999") == true)
        #expect(try await job.command("run", "profile-images").run().code == 3)
        #expect(try job.effects().count == 2)
    }

    @Test("A picture whose answer is lost is put again, in its own place")
    func lostPicture() async throws {
        let job = try await KSRSending("profile-images-upload", faults: ["profile-image:close"])
        let sheet = try job.sheet("file,worker\nprofile-images/1001.jpg,1001\n")
        let run = try await job.command("run", "own", sheet: sheet).run()
        #expect(run.code == 0, "\(run)")
        #expect(try job.effects().last?.id == job.ids("own").first)
    }
}
