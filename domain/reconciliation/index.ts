export { presentComparedLines } from './comparison/compared-line.presenter.ts';
export { listLines, type LineFilter } from './comparison/compared-lines.ts';
export { closeRun } from './runs/close-run.ts';
export { importStatement, previewImport, type StatementImport } from './imports/import-statement.ts';
export { reconciliationKeySubjects } from './key-subjects.ts';
export { lineSchema, presentLine } from './resolutions/line.presenter.ts';
export { MATCH_STATUSES } from './matching/match.rules.ts';
export { PRESET_NAMES, PRESETS } from './parsing/presets.ts';
export { presentPreset, presetSchema } from './imports/preset.presenter.ts';
export {
  AMOUNT_UNITS,
  DECIMAL_SEPARATORS,
  DELIMITERS,
  LINE_KINDS,
  MAPPED_KINDS,
  MAX_STATEMENT_BYTES,
} from './parsing/statement.rules.ts';
export { presentRun, presentRuns, runSchema } from './runs/run.presenter.ts';
export { countLinesToDo, listRuns, readRun } from './runs/run.ts';
export { parseStatement } from './parsing/parse-statement.rules.ts';
export {
  RESOLUTION_ACTIONS,
  CARRIED_OUT_ACTIONS,
  type CarriedOutAction,
} from './resolutions/resolution.rules.ts';
export type { RequestedDecision } from './resolutions/requested-decision.ts';
export { presentResults, resultsSchema } from './resolutions/resolution.presenter.ts';
export { resolveAll } from './resolutions/resolve-all.ts';
export { resolveLine } from './resolutions/resolve-line.ts';
export { statementSettlement } from './resolutions/statement-settlement.ts';
export { reconciliationInvariants } from './invariants.ts';
/** What the workers do. */
export * as reconciliationJobs from './jobs.ts';
