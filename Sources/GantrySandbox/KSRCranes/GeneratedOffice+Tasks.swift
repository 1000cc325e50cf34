/// Tasks, and those who are on them.
extension GeneratedOffice {
    func place(_ noise: UInt64) -> (project: Int, task: Int) {
        let project = Int(noise % UInt64(Self.projects)) + Self.firstProject
        return (project, project * 10 + Int(noise >> 8 & 0xFF) % Self.tasksPerProject)
    }

    func taskID(_ position: Int) -> Int {
        (position / Self.tasksPerProject + Self.firstProject) * 10 + position % Self.tasksPerProject
    }

    func projectTitle(_ project: Int) -> String {
        project % 4 == 0 ? "Havneprojekt \(project), etape 2" : "Project \(project)"
    }
    func taskTitle(_ task: Int) -> String {
        ["Tårnkran, opstilling", "Lift of elements", "=Crane 4", "Mobilkran", "Rigging; north", "Service \"B\""][
            task % 10 % Self.tasksPerProject]
    }

    var tasks: RecordSet {
        numbered(
            Self.projects * Self.tasksPerProject,
            { field, position in
                field == "project_id" ? String(taskID(position) / 10) : nil
            }, { task(taskID($0)) + "}" })
    }

    @Sendable func task(_ id: String) -> [UInt8]? {
        guard let number = Int(id), String(number) == id, number % 10 < Self.tasksPerProject,
            (Self.firstProject..<(Self.firstProject + Self.projects)).contains(number / 10)
        else { return nil }
        let noise = scatter(UInt64(number), 102)
        let workers = (0..<Int(noise & 3)).map { index in
            let employee = employeeID(Int(noise >> 8 & 0xFFFF) + index * 7)
            return
                #"{"employee_id":\#(employee),"name":"Worker \#(employee)","assigned_at":"2026-09-2\#(index)T07:00:00.000Z"}"#
        }
        return Array((task(number) + #","assignments":[\#(workers.joined(separator: ","))]}"#).utf8)
    }

    /// Without the closing brace.
    func task(_ id: Int) -> String {
        let noise = scatter(UInt64(id), 101)
        let project = id / 10
        let status = [
            "planned", "in_progress", "in_progress", "completed", "cancelled", "overdue", "completed", "in_progress",
        ][Int(noise & 7)]
        let deadline = noise >> 3 & 7 == 0 ? "null" : "\"2026-1\(noise >> 6 & 1)-2\(noise >> 7 & 7)T00:00:00.000Z\""
        return
            #"{"id":\#(id),"task_id":\#(id),"title":\#(jsonString(taskTitle(id))),"description":\#(Self.descriptions[Int(noise >> 12 & 3)])"#
            + #","deadline":\#(deadline),"start_date":"2026-09-0\#(noise >> 15 & 7 | 1)T00:00:00.000Z","status":"\#(status)""#
            + #","priority":"\#(["low", "medium", "high", "critical"][Int(noise >> 20 & 3)])","project_id":\#(project)"#
            + #","project":{"project_id":\#(project),"title":\#(jsonString(projectTitle(project))),"customer":{"customer_id":\#(201 + project % 12)"#
            + #","name":"Customer \#(201 + project % 12)"}},"created_at":"2026-08-1\#(noise >> 22 & 7)T09:00:00.000Z""#
    }
}
