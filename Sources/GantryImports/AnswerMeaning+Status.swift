package import GantryEngine

extension AnswerMeaning {
    /// What an HTTP status says about a request that it does not confirm (RFC 9110, 15.5.9 and 15.6): with 408, 502,
    /// 504, and 520 to 530 of Cloudflare, a gateway or the server gave up waiting; 500 and 501 are failures on the
    /// request itself; any other answer is the server's own, which has ended its work.
    package init(status: Int) {
        switch status {
        case 408, 502, 504, 520...530: self = .mayBeAtWork
        case 500, 501: self = .failsOnRequest
        default: self = .ended
        }
    }
}

extension ServerSender {
    func meaning(ofStatus status: Int) -> AnswerMeaning { AnswerMeaning(status: status) }
}
