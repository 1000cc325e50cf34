internal import GantryEngine
internal import GantryJSON
internal import GantryModel

extension JSONTree {
    /// A bare list, or the list under one of these keys; `nil` if the body is neither.
    static func list(of body: [UInt8], under keys: [String]) -> [JSONTree]? {
        do throws(JSONProblem) {
            let tree = try JSONTree(body)
            if let list = tree.list { return list }
            for key in keys { if let list = tree[key]?.list { return list } }
            return nil
        } catch {
            return nil
        }
    }

    /// A number, or a text that is one: decimal columns come as texts.
    var decimal: Decimal9? {
        switch self {
        case .number(let text), .string(let text):
            let bytes = Array(text.utf8)
            do throws(DecimalProblem) {
                let parsed = try parseDecimal(bytes.span, 0..<bytes.count)
                return parsed.isExact ? Decimal9(nano: parsed.nano) : nil
            } catch {
                return nil
            }
        default: return nil
        }
    }

    /// A text that is not empty.
    var filledText: String? { text.flatMap { $0.isEmpty ? nil : $0 } }
}

extension LedgerEntry {
    /// The length of the part of a field's file that is sent; `nil` if there is none.
    func sentLength(of field: String) -> Int? { FileFingerprint.all(in: content)[field]?.length }
}

extension RunError {
    /// The server's answer doesn't match what was asked, so no request can be made from it and no row looked up in it.
    /// The message leaves out the values of the query, which can be personal data.
    static func unreadable(_ request: ReadRequest) -> RunError {
        RunError(
            .unreadablePage, "The answer to GET \(request.path) can't be read.",
            advice: "Run the same command again. If it happens again, the server needs fixing.", isRetryable: true)
    }
}
