/// The entries of the sample month that a person should check. Each is a valid record, with the spelling that it is
/// served with.
enum SampleExceptions {
    /// The generated entry that is repeated, byte for byte.
    static let repeatedPosition = 702

    static let records = [
        // Two different entries under one id.
        #"{"id":102001,"employeeId":1005,"workDate":"2026-10-24T00:00:00.000000Z","normalHours":0,"overtimeHours":0,"weekendHours":5.5,"projectId":14,"taskId":142,"notes":"Saturday, east side","status":"APPROVED","submittedAt":"2026-10-24T15:00:00.000000Z","approvedAt":"2026-10-26T07:20:00.000000Z","approvedBy":903}"#,
        #"{"id":102001,"employeeId":1005,"workDate":"2026-10-24T00:00:00.000000Z","normalHours":0,"overtimeHours":0,"weekendHours":6.5,"projectId":14,"taskId":142,"notes":"Saturday, east side, corrected","status":"APPROVED","submittedAt":"2026-10-24T15:00:00.000000Z","approvedAt":"2026-10-26T07:25:00.000000Z","approvedBy":903}"#,
        // With the day's own entry these make more than 24 hours for employee 1007.
        #"{"id":102002,"employeeId":1007,"workDate":"2026-10-14T00:00:00.000000Z","normalHours":0,"overtimeHours":9.5,"weekendHours":0,"projectId":16,"taskId":161,"notes":"Night lift, road closed","status":"APPROVED","submittedAt":"2026-10-15T06:05:00.000000Z","approvedAt":"2026-10-15T09:00:00.000000Z","approvedBy":901}"#,
        #"{"id":102003,"employeeId":1007,"workDate":"2026-10-14T00:00:00.000000Z","normalHours":8.25,"overtimeHours":0,"weekendHours":0,"projectId":16,"taskId":161,"notes":"entered on the wrong day?","status":"APPROVED","submittedAt":"2026-10-15T06:10:00.000000Z","approvedAt":"2026-10-15T09:00:00.000000Z","approvedBy":901}"#,
        // With the day's own entry this makes more than 13 hours for employee 1012.
        #"{"id":102004,"employeeId":1012,"workDate":"2026-10-20T00:00:00.000000Z","normalHours":0,"overtimeHours":6.333333333333333,"weekendHours":0,"projectId":19,"taskId":193,"notes":"Tårnkran, opstilling færdig kl. 21","status":"APPROVED","submittedAt":"2026-10-20T21:10:00.000000Z","approvedAt":"2026-10-21T07:00:00.000000Z","approvedBy":902}"#,
        // No hours at all.
        #"{"id":102005,"employeeId":1020,"workDate":"2026-10-10T00:00:00.000000Z","normalHours":0,"overtimeHours":0,"weekendHours":0,"projectId":11,"taskId":112,"notes":"Called off: wind","status":"APPROVED","submittedAt":"2026-10-10T08:00:00.000000Z","approvedAt":"2026-10-12T07:00:00.000000Z","approvedBy":901}"#,
        // A worker who is not in the list of workers.
        #"{"id":102006,"employeeId":1999,"workDate":"2026-10-13T00:00:00.000000Z","normalHours":7.4,"overtimeHours":0,"weekendHours":0,"projectId":12,"taskId":121,"notes":"temporary worker","status":"APPROVED","submittedAt":"2026-10-13T16:00:00.000000Z","approvedAt":"2026-10-14T07:00:00.000000Z","approvedBy":901}"#,
        // Negative hours, as somebody enters a correction by hand.
        #"{"id":102007,"employeeId":1031,"workDate":"2026-10-17T00:00:00.000000Z","normalHours":-1.5,"overtimeHours":0,"weekendHours":0,"projectId":13,"taskId":130,"notes":"-1.5 h, too much on Friday","status":"APPROVED","submittedAt":"2026-10-19T16:00:00.000000Z","approvedAt":"2026-10-20T07:00:00.000000Z","approvedBy":904}"#,
        // Midnight in Copenhagen written in UTC: for the server it is in October, but its date is in September.
        #"{"id":102008,"employeeId":1044,"workDate":"2026-09-30T22:00:00.000000Z","normalHours":7.4,"overtimeHours":0,"weekendHours":0,"projectId":15,"taskId":151,"notes":null,"status":"APPROVED","submittedAt":"2026-10-01T16:00:00.000000Z","approvedAt":"2026-10-02T07:00:00.000000Z","approvedBy":902}"#,
        // A character that JSON allows and XML 1.0 does not.
        #"{"id":102009,"employeeId":1050,"workDate":"2026-10-31T00:00:00.000000Z","normalHours":0,"overtimeHours":0,"weekendHours":4.25,"projectId":18,"taskId":184,"notes":"pasted\u000bfrom a mail","status":"APPROVED","submittedAt":"2026-10-31T14:00:00.000000Z","approvedAt":"2026-11-02T07:00:00.000000Z","approvedBy":905}"#,
        // The days before and after the month, which a query for October must not find.
        #"{"id":102010,"employeeId":1002,"workDate":"2026-09-30T00:00:00.000000Z","normalHours":7.4,"overtimeHours":0,"weekendHours":0,"projectId":11,"taskId":110,"notes":null,"status":"APPROVED","submittedAt":"2026-09-30T16:00:00.000000Z","approvedAt":"2026-10-01T07:00:00.000000Z","approvedBy":901}"#,
        #"{"id":102011,"employeeId":1002,"workDate":"2026-11-01T00:00:00.000000Z","normalHours":0,"overtimeHours":0,"weekendHours":3.75,"projectId":11,"taskId":110,"notes":null,"status":"SUBMITTED","submittedAt":"2026-11-01T16:00:00.000000Z"}"#,
    ]
}
