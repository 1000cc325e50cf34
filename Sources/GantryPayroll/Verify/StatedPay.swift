internal import GantryEngine
internal import GantryJSON
internal import GantryModel
internal import GantryOutputs

/// How hours became pay, as `totals.json` states it.
struct StatedPay {
    let codes: [PaySettings.Code]
    let hasNames: Bool
    /// The rounding and the decimals of lines. Its other values mean nothing here: the files name the batch themselves.
    let batch: PayrollBatch

    /// - Throws: `RunError.verificationFailed` with the figure that is missing, or that no export states.
    init(_ document: JSONTree) throws {
        func refuse(_ path: String, _ value: JSONTree?) -> RunError {
            RunError(
                .verificationFailed,
                "\(path) is \(singleLine(value?.figureText ?? "missing")), which no export contains")
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
        guard name == .null || name == .string(PaySettings.nameField) else { throw refuse("pay.name", name) }
        var codes: [PaySettings.Code] = []
        for (index, item) in (document["pay_codes"]?.list ?? []).enumerated() {
            guard let code = item["code"]?.text else { throw refuse("pay_codes[\(index)].code", item["code"]) }
            guard let hours = item["hours"]?.text.flatMap(PayQuantity.init(rawValue:)) else {
                throw refuse("pay_codes[\(index)].hours", item["hours"])
            }
            let rate = PayRate.allCases.first { $0.field.description == item["rate"]?.text }
            guard rate != nil || item["rate"] == .null else { throw refuse("pay_codes[\(index)].rate", item["rate"]) }
            let factor = item["rate_factor"]?.nano
            guard rate == nil ? item["rate_factor"] == .null : (factor ?? 0) > 0 && (factor ?? 0) <= 1_000_000_000_000
            else {
                throw refuse("pay_codes[\(index)].rate_factor", item["rate_factor"])
            }
            codes.append(
                PaySettings.Code(
                    code: code, title: code, hours: hours, rate: rate,
                    rateFactorNano: factor.flatMap { Int64(exactly: $0) }))
        }
        self.codes = codes
        hasNames = name != .null
        batch = PayrollBatch(
            system: "", connection: "", pipeline: "", period: period, revision: 1,
            snapshot: Instant(secondsSince1970: 0), rounding: rounding,
            unitsDecimals: decimals)
    }
}
