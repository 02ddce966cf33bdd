/** Use cases with their presenter. */
export { fileSchema, presentFile } from './file.presenter.ts';
export { FILE_PURPOSES, type FilePurpose } from './file.model.ts';
export { getFile } from './file.ts';
export { readContent, readWhole } from './read-content.ts';
export { MAX_FILE_BYTES, storeFile } from './store-file.ts';
export { countDueFiles, sweepFiles } from './sweep-files.ts';

/** What other modules build on. */
export { attachFile, releaseFile } from './file.ts';
export { belongingInvariant } from './invariants.ts';

/** What the service is put together from. */
export { sealedFileKeys } from './file.ts';
