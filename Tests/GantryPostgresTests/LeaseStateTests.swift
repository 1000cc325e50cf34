import GantryJournal
import Testing

@Suite("What the holder of a lease does") struct LeaseStateTests {
    private var state = LeaseState(LeaseTiming(), asked: .zero)

    @Test("It renews every 15 seconds") mutating func renews() {
        #expect(state.first == .wait(until: .seconds(15)))
        #expect(state.next(.woke(at: .seconds(15))) == .renew)
        #expect(state.next(.renewed(asked: .seconds(15))) == .wait(until: .seconds(30)))
        #expect(state.next(.woke(at: .seconds(59))) == .renew)
    }

    @Test("It tries again every second while the server can't be reached, and ends after 45") mutating func fails() {
        #expect(state.next(.failed(at: .seconds(20))) == .wait(until: .seconds(21)))
        #expect(state.next(.failed(at: .milliseconds(44_500))) == .wait(until: .seconds(45)))
        #expect(state.next(.failed(at: .seconds(45))) == .expire)
    }

    @Test("A process that stood still longer than that ends, whoever has the lease") mutating func stoodStill() {
        #expect(state.next(.woke(at: .milliseconds(44_999))) == .renew)
        #expect(state.next(.woke(at: .seconds(70))) == .expire)
    }

    @Test("A lease that was taken over is given up at once") mutating func taken() {
        #expect(state.next(.taken) == .yield)
    }
}
