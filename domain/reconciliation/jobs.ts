export { countDueImports, importRun, sweepImports } from './imports/run-import.ts';
export { countUnfinishedResolutions, resumeResolutions } from './resolutions/resume-resolutions.ts';
