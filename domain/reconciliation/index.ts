export { closeRun } from './close-run.ts';
export { importStatement, previewImport, type StatementImport } from './import-statement.ts';
export { reconciliationKeySubjects } from './key-subjects.ts';
export { lineSchema, presentLine, presentLines } from './line.presenter.ts';
export { MATCH_STATUSES, type MatchStatus } from './match.rules.ts';
export { PRESET_NAMES, PRESETS } from './parsing/presets.ts';
export { presentPreset, presetSchema } from './preset.presenter.ts';
export {
  AMOUNT_UNITS,
  DECIMAL_SEPARATORS,
  DELIMITERS,
  LINE_KINDS,
  MAPPED_KINDS,
  MAX_STATEMENT_BYTES,
} from './parsing/statement.rules.ts';
export { importRun, sweepImports } from './run-import.ts';
export { presentRun, presentRuns, runSchema } from './run.presenter.ts';
export { listLines, listRuns, readRun } from './run.ts';
export { parseStatement } from './parsing/parse-statement.rules.ts';
export {
  RESOLUTION_ACTIONS,
  CARRIED_OUT_ACTIONS,
  type CarriedOutAction,
  type ResolutionAction,
} from './resolution.rules.ts';
export { presentResults, resultsSchema } from './resolution.presenter.ts';
export { resolveAll } from './resolve-all.ts';
export { resolveLine } from './resolve-line.ts';
export { resumeResolutions } from './resume-resolutions.ts';
export { reconciliationInvariants } from './invariants.ts';
