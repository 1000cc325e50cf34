/// The number by which a person finds a data row in a spreadsheet: its row 1 are the headings, so the first row below
/// them is row 2.
///
/// The ledger, events and JSON count data rows from 1. Whatever a person reads counts as the spreadsheet does.
///
/// - Parameter dataRow: from 1.
package func spreadsheetRow(_ dataRow: Int) -> Int { dataRow + 1 }
