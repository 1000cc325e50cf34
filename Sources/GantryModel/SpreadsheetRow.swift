/// The number by which a person finds a data row in a spreadsheet: its row 1 has the headings, so the first row below
/// them is row 2.
///
/// The ledger, events and JSON count data rows from 1. Texts for people count rows like the spreadsheet.
///
/// - Parameter dataRow: from 1.
package func spreadsheetRow(_ dataRow: Int) -> Int { dataRow + 1 }
