internal import GantryConnectors
internal import GantryEngine
internal import GantryFormats
internal import GantryJSON
internal import GantryModel

/// How hours became pay, as `totals.json` states it.
struct StatedPay {
    struct Code {
        let code: String
        let hours: PayQuantity
        let rate: PayRate?
        /// In billionths.
        let factor: Int128

        /// What an hour pays; `nil` where the pay code has no rate or the worker has none that can be used.
        func rate(ofPersonAt place: Int32, in roster: Roster) -> Money? {
            guard let rate, case .known(let money) = roster.rate(rate, ofPersonAt: place) else { return nil }
            return factor == 1_000_000_000
                ? money : Money(nano: divided(money.nano * factor, by: 1_000_000_000, .halfEven))
        }
    }

    let codes: [Code]
    let hasNames: Bool
    /// The rounding and the decimals of lines. Its other values mean nothing here: the files name the batch themselves.
    let batch: PayrollBatch

    /// - Throws: `RunError.verificationFailed` with the figure that is missing, or that no export states.
    init(_ document: JSONTree) throws {
        func refuse(_ path: String, _ value: JSONTree?) -> RunError {
            RunError(
                .verificationFailed, "\(path) is \(singleLine(value?.figureText ?? "missing")), which no export states")
        }
        guard let period = RunID(document["run"]?.text ?? "").flatMap({ try? PayPeriod($0.period) }) else {
            throw refuse("run", document["run"])
        }
        guard let decimals = document["pay"]?["units_decimals"]?.int, (0...4).contains(decimals) else {
            throw refuse("pay.units_decimals", document["pay"]?["units_decimals"])
        }
        guard let rounding = document["rounding"]?.text.flatMap(Rounding.init(rawValue:)) else {
            throw refuse("rounding", document["rounding"])
        }
        let name = document["pay"]?["name"]
        guard name == .null || name == .string(PayrollPlan.nameField) else { throw refuse("pay.name", name) }
        var codes: [Code] = []
        for (index, item) in (document["pay_codes"]?.list ?? []).enumerated() {
            guard let code = item["code"]?.text else { throw refuse("pay_codes[\(index)].code", item["code"]) }
            guard let hours = item["hours"]?.text.flatMap(PayQuantity.init(rawValue:)) else {
                throw refuse("pay_codes[\(index)].hours", item["hours"])
            }
            let rate = PayRate.allCases.first { $0.field.description == item["rate"]?.text }
            guard rate != nil || item["rate"] == .null else { throw refuse("pay_codes[\(index)].rate", item["rate"]) }
            let factor = TotalsDocument.nano(item["rate_factor"])
            guard rate == nil ? item["rate_factor"] == .null : (factor ?? 0) > 0 && (factor ?? 0) <= 1_000_000_000_000
            else {
                throw refuse("pay_codes[\(index)].rate_factor", item["rate_factor"])
            }
            codes.append(Code(code: code, hours: hours, rate: rate, factor: factor ?? 1_000_000_000))
        }
        self.codes = codes
        hasNames = name != .null
        batch = PayrollBatch(
            system: "", connection: "", pipeline: "", period: period, revision: 1,
            snapshot: Instant(secondsSince1970: 0), rounding: rounding,
            unitsDecimals: decimals)
    }
}
