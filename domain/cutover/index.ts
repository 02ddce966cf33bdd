import { OPENING_BALANCE, OPENING_CASH } from './opening-balance.ts';

/** The movements that this module declares. */
export const CUT_OVER_MOVEMENTS = [OPENING_BALANCE, OPENING_CASH];

export { FILE_NAMES, MAX_FILE_BYTES, templateOf, type FileName } from './files.rules.ts';
export { importErrorsCsv, importSchema, presentImport, presentImports } from './import.presenter.ts';
export { getImport, listImports } from './read-imports.ts';
export { requestImport } from './request-import.ts';

/** What the service is put together from. */
export { importApproval } from './decide-import.ts';
export { cutOverInvariants } from './invariants.ts';
export { cutOverKeySubjects } from './key-subjects.ts';
export { countDueImports, runImport, sweepImports } from './run-import.ts';
