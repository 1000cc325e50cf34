import GantryJSON
import GantryConnectors
import GantryModel
import Foundation
var pages: [[UInt8]] = []
for p in 1...1000 { pages.append(Array(try! Data(contentsOf: URL(fileURLWithPath: "/tmp/exp/pages/page-\(p).json")))) }
var dec = RecordDecoder<WorkEntry>()
for _ in 0..<3 {
let t = ContinuousClock.now
var n = 0, sum = Hours.zero
for p in pages.indices {
  var chunk = Chunk<WorkEntry>(bytes: pages[p])
  let env = try dec.decodePage(&chunk, listKeys: ["data"])
  n += chunk.count
  for r in chunk.records { sum += r.totalHours }
  if p == 999 { print(env, chunk.rejects.count) }
}
print(n, sum, ContinuousClock.now - t)
}
