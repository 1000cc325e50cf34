/// Who was paid under each payroll number: a payroll program books what it gets on the number, whoever has it by now.
package struct NumberOwners: Sendable {
    private let owners: [String: Int64]

    package init(_ owners: some Sequence<(number: String, employee: Int64)>) {
        self.owners = Dictionary(owners.map { ($0.number, $0.employee) }) { first, _ in first }
    }

    /// Who else was paid under a number than the employee who has it now; `nil` where nobody was.
    package func other(under number: String, than employee: Int64) -> Int64? {
        owners[number].flatMap { $0 == employee ? nil : $0 }
    }
}
