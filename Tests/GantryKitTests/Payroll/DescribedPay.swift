import GantryAccounts
import GantryConnectors
import GantryEngine
import GantryModel
import GantryRuns
import GantryTestSupport
import Testing

/// A request for pay from hours of a system that a file describes.
///
/// - Parameter change: what is otherwise in its files.
func describedPay(
    _ workspace: Workspace, period: String = "2026-10", changing change: (old: String, new: String)? = nil
) throws -> ExportRequest {
    func changed(_ text: String) -> [UInt8] {
        Array((change.map { text.replacing($0.old, with: $0.new) } ?? text).utf8)
    }
    if let change { #expect((describedHours + describedPipeline).contains(change.old)) }
    let systems = Systems([try SystemFile.read(changed(describedHours), named: "Systems/hours.yaml")])
    return ExportRequest(
        pipeline: try Pipeline.read(changed(describedPipeline), named: "pay.yaml", catalog: Catalog(of: systems)),
        period: try PayPeriod(period), connection: try connection("hours", of: systems), workspace: workspace,
        environment: [:], command: "test")
}

private let describedHours = """
    system: hours
    title: Hours
    sign-in:
      api-key: { header: X-Key }
      check: { get: /me, account: login }
    datasets:
      hours:
        help: Hours of work.
        get: /hours
        records: items
        key: id
        paging: { offset: offset, limit: limit, size: 100 }
        total: total
        period: { day: day, query: { from: "{from}", to: "{to}" } }
        fields:
          id: { type: integer, required: true }
          day: { type: date, required: true }
          user: { type: integer, required: true }
          hours: { type: decimal, required: true }
          billable: { type: decimal, required: true }
          state: {}
      users:
        help: Everybody who works.
        get: /users
        records: items
        key: id
        paging: { offset: offset, limit: limit, size: 100 }
        total: total
        fields:
          id: { type: integer, required: true }
          name: {}
          number: {}
          rate: { type: money }
          raised: { type: money }

    """

private let describedPipeline = """
    pipeline: pay
    connection: office
    parameters: { period: { required: true } }
    records:
      dataset: hours.hours
      roles: { employee: user, date: day, hours: { amount: hours }, status: { field: state, approved: [OK] } }
    join: { dataset: hours.users, by: employeeId, roles: { id: id, name: name, rate: rate, payroll-number: number } }
    pay:
      payroll-number: worker.payroll_number
      name: worker.name
      currency: DKK
      codes:
        - { code: "1000", hours: normalHours, rate: worker.hourly_rate }
    outputs:
      - { file: payroll.csv, format: payroll-csv }
      - { file: exceptions.csv, format: exceptions-csv }
      - { file: hours.jsonl.zst, format: archive }

    """
