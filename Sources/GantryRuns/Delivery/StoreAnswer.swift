internal import GantryHTTP
internal import GantryModel

/// Why a store of objects refuses a request, in its own words.
struct StoreAnswer {
    /// `NoSuchBucket` and the like; empty where it says none.
    let code: String
    /// Where the bucket is, if the store says so.
    let region: String?

    static let regionHeader = "x-amz-bucket-region"

    init(_ answer: HTTPResponse) {
        let text = String(decoding: answer.body.prefix(2_000), as: UTF8.self)
        code = Self.element("Code", of: text) ?? ""
        region = answer.headers[Self.regionHeader] ?? Self.element("Region", of: text)
    }

    private static func element(_ name: String, of text: String) -> String? {
        guard let start = text.firstRange(of: "<\(name)>")?.upperBound,
            let end = text[start...].firstRange(of: "</\(name)>")?.lowerBound
        else { return nil }
        return singleLine(text[start..<end], limit: 100)
    }

    /// A mistake in gantry.yaml that the answer tells; `nil` where it tells none.
    func mistake(bucket: String, region stated: String) -> DeliveryError? {
        if let region, region != stated, !region.isEmpty {
            return DeliveryError(
                .destination,
                "The bucket \(quoted(bucket)) is in the region \(quoted(region)), and the destination says \(quoted(stated)).",
                advice: "Set region: \(region) of the destination in gantry.yaml.")
        }
        switch code {
        case "NoSuchBucket":
            return DeliveryError(
                .destination, "The store has no bucket \(quoted(bucket)).",
                advice:
                    "Check the bucket after s3:// in the address of the destination, and its endpoint. It isn't made by a delivery."
            )
        case "PermanentRedirect", "AuthorizationHeaderMalformed":
            return DeliveryError(
                .destination,
                "The bucket \(quoted(bucket)) isn't in the region \(quoted(stated)) of the destination; the store doesn't say where it is (\(code)).",
                advice: "Ask its owner for the region, and set region of the destination in gantry.yaml.")
        case "InvalidAccessKeyId":
            return DeliveryError(
                .signIn, "The store doesn't know the access key that user of the destination names.",
                advice: "Check user of the destination in gantry.yaml: the id of the access key.")
        case "SignatureDoesNotMatch":
            return DeliveryError(
                .signIn, "The store refuses the signature: the secret isn't that of the access key.",
                advice: "Check password of the destination in gantry.yaml: the secret of the access key.")
        case "RequestTimeTooSkewed":
            return DeliveryError(
                .refused, "The store refuses the request because the clock of this machine is wrong.",
                advice: "Set the clock, then run the same command again.")
        default: return nil
        }
    }
}
