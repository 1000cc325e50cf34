/// A moment as HTTP headers write it (IMF-fixdate, RFC 9110 section 5.6.7).
func httpDate(secondsSince1970: Int) -> String {
    let days = secondsSince1970.quotientFloor(86_400)
    let second = secondsSince1970 - days * 86_400
    let date = CivilDay(daysSince1970: days)
    let (year, month, day) = date.components
    let weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    let time = "\(padded(second / 3_600, 2)):\(padded(second / 60 % 60, 2)):\(padded(second % 60, 2))"
    return "\(weekdays[date.weekday]), \(padded(day, 2)) \(months[month - 1]) \(padded(year, 4)) \(time) GMT"
}

extension Int {
    fileprivate func quotientFloor(_ divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
