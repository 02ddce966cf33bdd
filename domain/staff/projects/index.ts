export { presentProject as present, projectSchema as schema, testClockSchema } from './project.presenter.ts';
export { createProject as create, readTestClock, updateProject as update } from './projects.ts';
