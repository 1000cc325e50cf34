internal import GantryJSON

/// Tasks and their workers.
extension GeneratedFixtures {
    func project(_ id: Int) -> JSONTree {
        [
            "project_id": .integer(id),
            "title": id % 4 == 0 ? "Havneprojekt \(id), etape 2" : "Project \(id)",
            "customer": ["customer_id": .integer(201 + id % 12), "name": "Customer \(201 + id % 12)"],
        ]
    }

    func taskTitle(_ id: Int) -> String {
        ["Tårnkran, opstilling", "Lift of elements", "=Crane 4", "Mobilkran", "Rigging; north", "Service \"B\""][
            id % 10 % Self.tasksPerProject]
    }

    private func taskID(_ position: Int) -> Int {
        (position / Self.tasksPerProject + Self.firstProject) * 10 + position % Self.tasksPerProject
    }

    var tasks: RecordSet {
        RecordSet(count: Self.projects * Self.tasksPerProject, record: { .object(task(taskID($0))) }) {
            $0 == "project_id" ? String(taskID($1) / 10) : nil
        }
    }

    /// All tasks with their workers.
    var taskDetails: [[UInt8]] {
        (0..<(Self.projects * Self.tasksPerProject)).compactMap { task(String(taskID($0))) }
    }

    /// A task with its workers, by its number.
    @Sendable func task(_ id: String) -> [UInt8]? {
        guard let number = Int(id), String(number) == id, number % 10 < Self.tasksPerProject,
            (Self.firstProject..<(Self.firstProject + Self.projects)).contains(number / 10)
        else { return nil }
        let noise = random(UInt64(number), 102)
        let workers = (0..<noise.bits(0, 2)).map { index -> JSONTree in
            let employee = employeeID(noise.bits(8, 16) + index * 7)
            return [
                "employee_id": .integer(employee), "name": "Worker \(employee)",
                "assigned_at": "2026-09-2\(index)T07:00:00.000Z",
            ]
        }
        return JSONTree.object(task(number) + [JSONTree.Member("assignments", .array(workers))]).bytes
    }

    private func task(_ id: Int) -> [JSONTree.Member] {
        let noise = random(UInt64(id), 101)
        let statuses = [
            "planned", "in_progress", "in_progress", "completed", "cancelled", "overdue", "completed", "in_progress",
        ]
        let descriptions: [JSONTree] = [.null, "", "Kran 4; løft ved nordsiden", "two lines\nhere"]
        let task: JSONTree = [
            "id": .integer(id), "task_id": .integer(id), "title": .string(taskTitle(id)),
            "description": descriptions[noise.bits(12, 2)],
            "deadline": noise.bits(3, 3) == 0
                ? .null : "2026-1\(noise.bits(6, 1))-2\(noise.bits(7, 3))T00:00:00.000Z",
            "start_date": "2026-09-0\(noise.bits(15, 3) | 1)T00:00:00.000Z",
            "status": .string(statuses[noise.bits(0, 3)]),
            "priority": .string(["low", "medium", "high", "critical"][noise.bits(20, 2)]),
            "project_id": .integer(id / 10), "project": project(id / 10),
            "created_at": "2026-08-1\(noise.bits(22, 3))T09:00:00.000Z",
        ]
        return task.members
    }
}
