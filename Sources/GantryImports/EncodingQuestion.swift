internal import GantryFormats
internal import GantryRuns

/// What a person has to say about a sheet before it is sent: which encoding it has, where nothing in it proves one.
public struct EncodingQuestion: Sendable {
    /// What is not certain, as a sentence.
    public let explanation: String
    /// The first cells with more than ASCII, in each encoding.
    public let cells: [String]
    /// What `sheet.encoding` can be.
    public let choices: [String]
}

extension ImportRequest {
    /// The question about the request's sheet; `nil` where it is answered, and where the sheet can't be read.
    public func encodingQuestion() -> EncodingQuestion? {
        guard let sheet, work.sheet.encoding == nil else { return nil }
        do {
            _ = try SheetReader.open(sheet, hints: work.dialectHints, hashing: false)
            return nil
        } catch let error as SheetError where error.code == .encodingNotCertain {
            return EncodingQuestion(
                explanation: error.explanation, cells: error.details, choices: error.encodings.map(\.rawValue))
        } catch {
            // The run reports it.
            return nil
        }
    }
}
