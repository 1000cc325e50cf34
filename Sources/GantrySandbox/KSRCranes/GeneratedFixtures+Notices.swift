internal import GantryJSON
internal import GantryModel

/// Notifications and statistics.
extension GeneratedFixtures {
    private static let noticeCount = 64
    private static let kinds = [
        ("WORK_ENTRY_SUBMITTED", "HOURS", "NORMAL"), ("WORK_ENTRY_APPROVED", "HOURS", "LOW"),
        ("LEAVE_REQUEST_SUBMITTED", "LEAVE", "HIGH"), ("LEAVE_REQUEST_APPROVED", "LEAVE", "NORMAL"),
        ("PAYROLL_READY", "PAYROLL", "URGENT"), ("TASK_ASSIGNED", "TASK", "NORMAL"),
        ("SYSTEM_MAINTENANCE", "SYSTEM", "LOW"),
    ]

    var notifications: RecordSet {
        RecordSet(count: Self.noticeCount, record: notification) { field, position in
            field == "isRead" ? String(isRead(position)) : field == "createdAt" ? sent(position) : nil
        }
    }

    private func isRead(_ position: Int) -> Bool { random(position: position, series: 111) & 3 != 0 }

    /// The newest first; two of them were sent at the same time.
    private func sent(_ position: Int) -> String {
        let place = position == 5 ? 4 : position
        let sent = Instant(CivilDate(known: "2026-10-31"), hour: 16).adding(seconds: -place * 39_600)
        return "\(sent)".dropLast() + ".000000Z"
    }

    @Sendable private func notification(_ position: Int) -> JSONTree {
        let (type, category, priority) = Self.kinds[position % Self.kinds.count]
        let id = 5_064 - position
        return [
            "id": .integer(id), "employeeId": 901, "notificationType": .string(type),
            "title": position % 9 == 4 ? .null : "Notice \(id)", "message": Self.reasons[1 + position % 7],
            "category": .string(category), "priority": .string(priority), "isRead": .bool(isRead(position)),
            "actionRequired": .bool(priority == "URGENT"), "createdAt": .string(sent(position)),
            "actionUrl": position % 3 == 0 ? "https://ksrcranes.dk/app/open?token=nt_\(position)abc" : .null,
            "metadata": position % 4 == 0 ? ["entries": [100_001, 100_002], "source": "app"] : .null,
        ]
    }

    var dashboard: [UInt8] {
        let dashboard: JSONTree = [
            "overview": [
                "pending_hours": .integer(employees * 3), "ready_employees": .integer(employees),
                "total_amount": .number("\(employees * 1_350).5"), "active_batches": 2,
                "current_period": [
                    "id": 21, "year": 2026, "period_number": 21, "start_date": "2026-10-05T00:00:00.000Z",
                    "end_date": "2026-10-18T23:59:59.999Z", "status": "active", "week_number": 41,
                ], "period_progress": .number("0.7142857142857143"), "last_updated": "2026-10-31T16:00:00.000Z",
            ],
            "pending_items": [
                [
                    "id": 1, "title": "Hours to review", "subtitle": "12 entries; 3 workers", "priority": "high",
                    "time_ago": "2 hours", "requires_action": true, "icon": "clock", "related_id": 20,
                    "type": "hours_review",
                ],
                [
                    "id": "2", "title": "Batch 2026-20", "subtitle": .null, "priority": "medium", "time_ago": "1 day",
                    "requires_action": false, "icon": "doc", "type": "batch_approval",
                ],
            ],
            "recent_activity": [
                [
                    "id": 1, "title": "Hours confirmed", "description": "=14 entries",
                    "timestamp": "2026-10-31T15:20:00.000Z", "type": "hours_confirmed", "related_id": 19,
                ],
                [
                    "id": 2, "title": "System ready", "description": "", "timestamp": "2026-10-31T06:00:00.000Z",
                    "type": "system_ready",
                ],
            ],
        ]
        return dashboard.bytes
    }

    /// Matches the list of batches.
    var payroll: [UInt8] {
        let statistics: JSONTree = [
            "total_batches": 6, "draft_batches": 1, "pending_approval_batches": 0, "approved_batches": 1,
            "completed_batches": 4, "failed_batches": 0, "total_amount": "\(amountOfBatches).00",
            "avg_processing_time": .number("2.3333333333333335"),
        ]
        return statistics.bytes
    }

    /// The sample files beside work entries and the four lists, with a dozen workers.
    static func sampleFiles(_ data: GeneratedData) -> [SampleFile] {
        let few = GeneratedFixtures(data, employees: 12)
        return [
            SampleFile("dashboard-statistics.json", [few.dashboard]),
            SampleFile("leave-balances.json", GeneratedFixtures(data).leaveBalances.records()),
            SampleFile("leave-requests.json", few.leaveRequests.records()),
            SampleFile("notifications.json", few.notifications.records()),
            SampleFile("payroll-statistics.json", [few.payroll]), SampleFile("task-details.json", few.taskDetails),
            SampleFile("tasks.json", few.tasks.records()), SampleFile("timesheets.json", few.timesheets.records()),
        ]
    }
}
