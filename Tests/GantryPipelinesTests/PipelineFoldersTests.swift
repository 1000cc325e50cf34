import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

@Suite struct PipelineFoldersTests {
    @Test("A name is found in the first folder that has it, a path is taken as it is")
    func finding() throws {
        let folder = try TemporaryFolder()
        for name in [
            "work/Pipelines/a.yaml", "space/Pipelines/a.yaml", "space/Pipelines/b.yml",
            "installed/payroll-monthly.yaml",
        ] {
            try folder.write("x", to: name)
        }
        try folder.write("x", to: "work/Pipelines/b.yaml/inside")
        let folders = PipelineFolders(
            workingDirectory: folder.path + "/work", workspace: folder.path + "/space",
            installed: folder.path + "/installed")
        #expect(try folders.path(of: "a") == folder.path + "/work/Pipelines/a.yaml")
        #expect(try folders.path(of: "b") == folder.path + "/space/Pipelines/b.yml")
        #expect(try folders.path(of: "payroll-monthly") == folder.path + "/installed/payroll-monthly.yaml")
        #expect(try folders.path(of: "./a") == "./a")
        #expect(try folders.path(of: "none.yaml") == "none.yaml")
        #expect(folders.names() == ["a", "b", "payroll-monthly"])
    }

    @Test("A name or a path may end with the connection to use")
    func references() {
        for (text, pipeline, connection) in [
            ("payroll-monthly", "payroll-monthly", nil), ("payroll-monthly@company1", "payroll-monthly", "company1"),
            ("my/pipeline.yaml@one", "my/pipeline.yaml", "one"),
            ("me@home/pipeline.yaml", "me@home/pipeline.yaml", nil),
            ("@one", "@one", nil), ("a@", "a@", nil),
        ] as [(String, String, String?)] {
            let reference = PipelineReference(text)
            #expect(reference == PipelineReference(pipeline: pipeline, connection: connection))
            #expect(reference.description == text)
        }
    }

    @Test("An unknown name is answered with the nearest one and the list")
    func unknown() throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "Pipelines/payroll-monthly.yaml")
        try folder.write("x", to: "Pipelines/leave.yaml")
        let folders = PipelineFolders(workingDirectory: folder.path, workspace: nil, installed: nil)
        let error = #expect(throws: PipelineFileError.self) { try folders.path(of: "payrol-monthly") }
        #expect(error?.code == .notFound)
        #expect(
            error?.explanation == "There is no pipeline called \"payrol-monthly\" in \(folder.path)/Pipelines.")
        #expect(
            error?.advice
                == "Did you mean payroll-monthly? Available pipelines: leave, payroll-monthly. You can also give the path of a pipeline file."
        )
    }
}
