import GantryConnectors
import GantryModel
import Testing

@Suite("An answer of the documented contract")
struct DocumentedRecordTests {
    @Test("of CDBL gives leaves with their approvals") func leaves() throws {
        let chunk = try decode(
            CDBL.Leave.dataset,
            """
            {"items": [{"id": "123e4567-e89b-12d3-a456-426614174000", "type": "CASUAL", "startDate": "2025-02-15T00:00:00Z",
             "endDate": "2025-02-17T00:00:00Z", "workingDays": 3, "reason": "Family event", "status": "APPROVED", "needsCertificate": false,
             "fitnessCertificateUrl": null, "policyVersion": "v2.0", "createdAt": "2025-01-20T09:00:00Z",
             "approvals": [{"role": "DEPT_HEAD", "status": "APPROVED", "step": 1, "actedAt": "2025-01-21T10:00:00Z", "remarks": "Approved"}]}],
             "total": 42, "limit": 50, "offset": 0}
            """)
        #expect(chunk.rejects.isEmpty)
        #expect(
            chunk.values(0) == [
                "id": "123e4567-e89b-12d3-a456-426614174000", "type": "CASUAL", "startDate": "2025-02-15",
                "endDate": "2025-02-17", "workingDays": "3",
                "reason": "Family event", "status": "APPROVED", "needsCertificate": "false", "policyVersion": "v2.0",
                "createdAt": "2025-01-20T09:00:00Z",
            ])
        #expect(
            chunk.values("approvals", as: CDBL.LeaveApproval.self) == [
                [
                    "leaveId": "123e4567-e89b-12d3-a456-426614174000", "role": "DEPT_HEAD", "status": "APPROVED",
                    "step": "1",
                    "actedAt": "2025-01-21T10:00:00Z", "remarks": "Approved",
                ]
            ])
        #expect(chunk.records[0].key == .text(chunk.records[0].id))
    }

    @Test("of CDBL gives a leave with its history, the balance, holidays and notifications") func office() throws {
        let leave = try decode(
            CDBL.Leave.history,
            """
            {"id":7,"type":"MEDICAL","startDate":"2025-02-01","endDate":"2025-02-05","workingDays":5,"status":"SUBMITTED",
             "certificateUrl":"https://lms.cdbl.com.bd/api/uploads/abc123.pdf?token=xyz","approvals":[{"status":"RETURNED"},{"status":"PENDING"}]}
            """)
        #expect(leave.values(0)["certificateUrl"] == "https://lms.cdbl.com.bd/api/uploads/abc123.pdf")
        #expect(leave.values("approvals", as: CDBL.LeaveApproval.self).map { $0["leaveId"] } == ["7", "7"])
        let balance = try decode(
            CDBL.LeaveBalance.dataset,
            #"{"year":2025,"CASUAL":10,"MEDICAL":14,"EARNED":45.5,"lastUpdated":"2025-01-30T10:00:00Z"}"#)
        #expect(
            balance.values(0) == [
                "year": "2025", "CASUAL": "10", "MEDICAL": "14", "EARNED": "45.5",
                "lastUpdated": "2025-01-30T10:00:00Z",
            ])
        let holidays = try decode(
            CDBL.Holiday.dataset,
            """
            {"holidays":[{"date":"2025-01-01","name":"New Year's Day","type":"PUBLIC_HOLIDAY"},{"date":"2025-12-16","name":"Victory Day"}],"year":2025}
            """)
        #expect(holidays.records.map(\.date.description) == ["2025-01-01", "2025-12-16"])
        let notes = try decode(
            CDBL.LeaveNotification.dataset,
            """
            {"notifications":[{"id":"456","type":"LEAVE_APPROVED","title":"Leave Approved","message":"…","targetId":"1","read":false,
             "createdAt":"2025-01-30T09:00:00Z"}],"unreadCount":3}
            """)
        #expect(notes.values(0)["read"] == "false")
        // Deployed servers name the leave otherwise.
        let deployed = try decode(
            CDBL.LeaveNotification.dataset,
            #"{"notifications":[{"id":7,"type":"LEAVE_APPROVED","title":"A","message":"B","leaveId":12}],"unreadCount":0,"total":1}"#
        )
        #expect(deployed.values(0)["targetId"] == "12")
    }

    @Test("of AutoDetail gives services, and bookings with two lists of photos") func workshop() throws {
        let services = try decode(
            AutoDetail.Service.dataset,
            """
            [{"id":"s1","name":"Car Washing","description":"Outside","priceRub":1500,"durationMinutes":45,"imageUrl":null,"createdAt":"2024-02-01T10:00:00Z"}]
            """)
        #expect(services.values(0)["priceRub"] == "1500.00")
        let booking = try decode(
            AutoDetail.Appointment.dataset,
            """
            {"id":"a1","source":"ios","status":"done","startIso":"2024-02-15T14:00:00Z","endIso":null,"clientName":"Test User","phone":"+1234567890",
             "carMake":"BMW","serviceName":"Car Washing","defectPhotos":[{"id":"p2","url":"https://s3/p2.jpg?X-Amz-Signature=abc","createdAt":"2024-02-15T14:00:00Z"}],
             "workPhotos":[{"id":"p1","url":"https://s3/p1.jpg"}]}
            """)
        #expect(booking.rejects.isEmpty)
        #expect(
            booking.values("workPhotos", as: AutoDetail.Photo.self) == [
                ["appointmentId": "a1", "kind": "work", "id": "p1", "url": "https://s3/p1.jpg"]
            ])
        let defects = try #require(booking.nested[1] as? Nested<AutoDetail.Photo>)
        #expect(booking.values("defectPhotos", as: AutoDetail.Photo.self).map { $0["kind"] } == ["defect"])
        #expect(defects.records[0].address.map { booking.text($0) } == "https://s3/p2.jpg?X-Amz-Signature=abc")
        #expect(!booking.landed()[0].contains("Signature"))
        let found = try decode(
            AutoDetail.Appointment.search,
            #"[{"id":"a1","status":"new","startIso":"2024-02-15T14:00:00Z","clientName":"X","serviceName":"Y","workPhotos":[{"id":"p"}]}]"#
        )
        #expect(found.values("workPhotos", as: AutoDetail.Photo.self).map { $0["appointmentId"] } == ["a1"])
    }

    @Test("of VynqTalk gives users without the hash of their password") func users() throws {
        let page =
            #"{"success":true,"data":[{"id":7,"name":"Ann","email":"a@example.test","password":"$2b$12$abc","userRole":"ADMIN","online":true,"messageCount":3}],"message":"ok"}"#
        let users = try decode(VynqTalk.User.dataset, page)
        #expect(
            users.values(0) == [
                "id": "7", "name": "Ann", "email": "a@example.test", "userRole": "ADMIN", "online": "true",
                "messageCount": "3",
            ])
        #expect(
            users.landed() == [
                #"{"id":7,"name":"Ann","email":"a@example.test","userRole":"ADMIN","online":true,"messageCount":3}"#
            ])
        let me = try decode(
            VynqTalk.User.current, #"{"success":true,"data":{"id":"A-1","name":"Ann"},"message":"ok"}"#)
        #expect(me.values(0) == ["id": "A-1", "name": "Ann"])
        #expect(throws: NoSuccess.self) {
            try decode(VynqTalk.User.current, #"{"success":false,"message":"no"}"#)
        }
    }

    @Test("of VynqTalk gives messages with reactions and replies") func messages() throws {
        let page = """
            {"success":true,"message":"ok","data":[
             {"id":"m1","content":"Hej","type":"TEXT","sender":{"id":1,"name":"Ann","password":"$2b$1"},"receiver":{"id":2},"timestamp":"2026-01-14T10:00:00Z",
              "edited":false,"reactions":[{"id":"r1","emoji":"👍","user":{"id":2,"password":"$2b$2"},"message":{"id":"m1"}}],"replyTo":{"id":null}},
             {"id":"m2","content":"Ja","type":"AUDIO","sender":{"id":2},"receiver":{"id":1},"duration":3.5,"replyTo":{"id":"m1","sender":{"password":"$2b$3"}},
              "replies":[{"id":"m3","content":"Nå","sender":{"id":1,"password":"$2b$4"}}]}]}
            """
        let chunk = try decode(VynqTalk.Message.dataset, page)
        #expect(chunk.rejects.isEmpty)
        #expect(chunk.values(0)["sender.name"] == "Ann")
        #expect(chunk.values(0)["replyTo.id"] == nil)
        #expect(chunk.values(1)["replyTo.id"] == "m1")
        #expect(chunk.values(1)["duration"] == "3.5")
        #expect(
            chunk.values("reactions", as: VynqTalk.Reaction.self) == [
                ["messageId": "m1", "id": "r1", "emoji": "👍", "user.id": "2"]
            ])
        #expect(chunk.values("replies", as: VynqTalk.Reply.self).map { $0["messageId"] } == ["m2"])
        #expect(chunk.landed().joined().contains("$2b$") == false)
    }

    @Test("of KSR Cranes gives what the office and the workers have") func cranes() throws {
        let sheet = try decode(
            KSRCranes.Timesheet.dataset,
            """
            [{"id":1,"task_id":12,"employee_id":7,"weekNumber":41,"year":2026,"timesheetUrl":"https://s3/x.pdf?sig=1","created_at":"2026-10-12T08:00:00.000Z",
              "updated_at":null,"Tasks":{"task_id":12,"title":"Lift","project":{"project_id":3,"title":"Havn","customer":{"customer_id":9,"name":"Å A/S"}}},
              "entriesCount":5,"totalHours":37.333333333333336,"totalKm":"12.5"}]
            """)
        #expect(sheet.rejects.isEmpty)
        #expect(sheet.values(0)["totalHours"] == "37.333333333")
        #expect(sheet.values(0)["Tasks.project.customer.name"] == "Å A/S")
        #expect(sheet.values(0)["timesheetUrl"] == "https://s3/x.pdf")
        let leave = try decode(
            KSRCranes.LeaveRequest.dataset,
            """
            {"requests":[{"id":1,"employee_id":7,"type":"SICK","status":"APPROVED","start_date":"2026-10-05T00:00:00.000Z","end_date":"2026-10-06T00:00:00.000Z",
             "total_days":2,"half_day":false,"employee":{"employee_id":7,"name":"B","cpr_nr":"0101701234"}}],"pagination":{"limit":50,"offset":0,"total":1,"has_more":false}}
            """)
        #expect(leave.values(0)["employee.name"] == "B")
        #expect(!leave.landed()[0].contains("0101701234"))
        let period = try decode(
            KSRCranes.PayrollPeriod.dataset,
            #"[{"id":20,"start_date":"2026-09-21","end_date":"2026-10-04"},{"period_id":"P-1","start_date":"2026-09-21","end_date":"2026-10-04","week_numbers":"39-40"}]"#
        )
        #expect(
            period.records.map(\.key) == [
                .text(period.records[0].id ?? TextSlice()), .text(period.records[1].periodID ?? TextSlice()),
            ])
    }

    @Test("as deployed servers spell it gives the same approvals and notifications") func deployed() throws {
        let leave = try decode(
            CDBL.Leave.dataset,
            """
            {"items":[{"id":7,"type":"CASUAL","startDate":"2026-10-24T18:00:00.000Z","endDate":"2026-10-24T18:00:00.000Z","workingDays":1,"status":"APPROVED",
             "approvals":[{"id":1,"leaveId":7,"step":1,"approverId":3,"decision":"APPROVED","toRole":"HR_HEAD","comment":"Fine","decidedAt":"2026-10-01T08:00:00.000Z"},
                          {"id":2,"leaveId":7,"step":2,"decision":null,"toRole":null,"comment":null,"decidedAt":null}]}]}
            """)
        #expect(leave.rejects.isEmpty)
        #expect(
            leave.values("approvals", as: CDBL.LeaveApproval.self) == [
                [
                    "leaveId": "7", "step": "1", "status": "APPROVED", "role": "HR_HEAD", "remarks": "Fine",
                    "actedAt": "2026-10-01T08:00:00Z",
                ],
                ["leaveId": "7", "step": "2"],
            ])
        let message = try decode(
            KSRCranes.AppNotification.dataset,
            """
            {"notifications":[{"notification_id":9,"employee_id":7,"notification_type":"HOURS_APPROVED","title":null,"message":"Ok","is_read":true,"action_required":false,
             "created_at":"2026-10-01T08:00:00.000Z","action_url":"https://ksrcranes.dk/x?token=abc","priority":"HIGH","category":"HOURS","target_employee_id":null}],
             "total_count":1,"unread_count":0}
            """)
        #expect(message.rejects.isEmpty && !message.landed()[0].contains("token="))
        #expect(
            message.values(0) == [
                "id": "9", "employeeId": "7", "notificationType": "HOURS_APPROVED", "message": "Ok", "isRead": "true",
                "actionRequired": "false",
                "createdAt": "2026-10-01T08:00:00Z", "actionUrl": "https://ksrcranes.dk/x", "priority": "HIGH",
                "category": "HOURS",
            ])
    }

    @Test("of KSR Cranes may state totals of any size, but none below zero") func totals() throws {
        let batch =
            #"{"id":1,"batch_number":"2026-15","period_start":"2026-10-05","period_end":"2026-10-18","status":"draft","total_hours":"#
        let batches = try decode(KSRCranes.PayrollBatch.dataset, "[\(batch)250000.5},\(batch)-1}]")
        #expect(batches.values(0)["total_hours"] == "250000.5" && batches.rejects.map(\.index) == [1])
        let sheet = try decode(
            KSRCranes.Timesheet.dataset,
            #"[{"id":1,"weekNumber":41,"year":2026,"totalHours":100001,"Tasks":{"description":"Lift"},"Employees":{"name":"B"}}]"#
        )
        #expect(
            sheet.values(0) == [
                "id": "1", "weekNumber": "41", "year": "2026", "totalHours": "100001", "Tasks.description": "Lift",
                "Employees.name": "B",
            ])
        #expect(
            try decode(
                KSRCranes.PayrollPeriod.dataset,
                #"[{"start_date":"2026-10-05","end_date":"2026-10-18","available_hours":1e6}]"#
            ).values(0)["available_hours"] == "1000000")
    }

    @Test(
        "of KSR Cranes leaves rates, birthdays and next of kin of employees, and signatures of pictures and logos, behind"
    ) func people() throws {
        let rows = try decode(
            KSRCranes.WorkTask.dataset,
            """
            [{"task_id":1,"title":"Lift","Employees":{"name":"B","operator_normal_rate":"180","operator_overtime_rate1":"1","operator_overtime_rate2":"2",
              "operator_weekend_rate":"3","birth_date":"1990-01-01","emergency_contact":"A","profilePictureUrl":"https://s3/b.jpg?X-Amz-Signature=abc"}}]
            """)
        #expect(
            rows.landed() == [
                #"{"task_id":1,"title":"Lift","Employees":{"name":"B","profilePictureUrl":"https://s3/b.jpg"}}"#
            ])
        let worker = try decode(
            Worker.dataset,
            #"[{"employee_id":1,"name":"B","profile_picture_url":"https://s3/b.jpg?X-Amz-Signature=abc"}]"#
        )
        #expect(
            worker.values(0)["profile_picture_url"] == "https://s3/b.jpg" && !worker.landed()[0].contains("Signature"))
        let customer = try decode(
            KSRCranes.Customer.dataset,
            #"[{"customer_id":1,"name":"A/S","logo_url":"https://s3/a.png?sig=1","logo_uploaded_at":"2026-10-01T08:00:00.000Z"}]"#
        )
        #expect(
            customer.values(0)["logo_uploaded_at"] == "2026-10-01T08:00:00Z" && !customer.landed()[0].contains("sig="))
        let leave = try decode(
            KSRCranes.LeaveRequest.dataset,
            """
            [{"id":1,"employee_id":7,"type":"SICK","status":"APPROVED","start_date":"2026-10-05","end_date":"2026-10-06",
              "employee":{"name":"B","profilePictureUrl":"https://s3/b.jpg?X-Amz-Signature=abc"},"approver":{"name":"C","profilePictureUrl":"https://s3/c.jpg?X-Amz-Signature=abc"}}]
            """)
        #expect(leave.values(0)["approver.name"] == "C" && !leave.landed()[0].contains("Signature"))
        let study = try decode(
            CDBL.Leave.dataset,
            #"[{"id":1,"type":"STUDY","startDate":"2026-10-05","endDate":"2026-10-06","workingDays":2,"status":"APPROVED","studyLeaveDocuments":["/api/files/signed/a.pdf?expires=1&sig=abc"]}]"#
        )
        #expect(study.rejects.isEmpty && !study.landed()[0].contains("sig="))
    }

    @Test("keeps a word that nobody knows, which an archive would lose otherwise") func unknownWord() throws {
        let leaves = try decode(
            CDBL.Leave.dataset,
            """
            {"items":[{"id":"1","type":"NAP","startDate":"2025-02-15","endDate":"2025-02-17","workingDays":3,"status":"DREAMT",
              "approvals":[{"status":"NODDED"}]}]}
            """)
        #expect(leaves.values(0)["type"] == "NAP" && leaves.values(0)["status"] == "DREAMT")
        #expect(leaves.values("approvals", as: CDBL.LeaveApproval.self).map { $0["status"] } == ["NODDED"])
        let notes = try decode(
            KSRCranes.AppNotification.dataset,
            #"[{"id":1,"notificationType":"A","message":"B","category":"WEATHER","priority":"NOW","createdAt":"2026-10-01T08:00:00Z"}]"#
        )
        #expect(notes.values(0)["category"] == "WEATHER" && notes.values(0)["priority"] == "NOW")
        let booking = try decode(
            AutoDetail.Appointment.dataset,
            #"[{"id":"1","status":"no_show","startIso":"2026-10-01T08:00:00Z","clientName":"A","serviceName":"B"}]"#)
        #expect(booking.values(0)["status"] == "no_show")
    }

    @Test("with a word on which pay depends and that nobody knows is a reject of that record alone")
    func unknownWordOfPay() throws {
        let chunk = try decode(
            KSRCranes.LeaveRequest.dataset,
            """
            [{"id":1,"employee_id":7,"type":"NAP","status":"APPROVED","start_date":"2026-10-05","end_date":"2026-10-06"},
             {"id":2,"employee_id":7,"type":"SICK","status":"APPROVED","start_date":"2026-10-05","end_date":"2026-10-06"}]
            """)
        #expect(chunk.rejects.map(\.field) == ["type"])
        #expect(chunk.count == 2)
    }
}
