internal import GantryImports
internal import GantryJSON
internal import GantryModel
internal import GantryRuns

extension ResultValues {
    /// What of a sheet is read otherwise than it stands there, or not at all.
    static func findings(_ findings: SheetFindings) -> JSONTree {
        JSONTree.object([
            "headerRow": JSONTree(findings.headerRow),
            "recognised": .array(
                findings.recognised.map { .object(["field": .string($0.field), "heading": .string($0.heading)]) }),
            "ignoredColumns": texts(findings.ignoredColumns), "hiddenRows": JSONTree(findings.hiddenRows),
            "rowsWithCellsBeside": JSONTree(findings.rowsWithCellsBeside),
            "rowsWithSeveralFiles": JSONTree(findings.rowsWithSeveralFiles),
            "skippedCount": JSONTree(findings.skipped.count),
            "skipped": .array(findings.skipped.first.map(\.json)),
            "changedCellsCount": JSONTree(findings.changedCells.count),
            "changedCells": .array(findings.changedCells.first.map(\.json)),
            "sentAndLeftOutCount": JSONTree(findings.sentAndLeftOut.count),
            "sentAndLeftOut": .array(findings.sentAndLeftOut.first.map(\.json)),
            "numbersReadCount": JSONTree(findings.numbersRead.count),
            "numbersRead": .array(findings.numbersRead.first.map(\.json)),
            "filesFoundCount": JSONTree(findings.filesFound.count),
            "filesFound": .array(findings.filesFound.first.map(\.json)),
            "recordsFoundCount": JSONTree(findings.recordsFound.count),
            "recordsFound": .array(findings.recordsFound.first.map(\.json)),
            "cleanedCells": cleaned(findings.cleaned),
        ])
    }

    private static func cleaned(_ cells: CleanedCells) -> JSONTree {
        JSONTree.object(["count": JSONTree(cells.count), "cells": texts(cells.first)])
    }
}
