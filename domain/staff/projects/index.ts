export { presentProject as present, projectSchema as schema } from './project.presenter.ts';
export { createProject as create, updateProject as update } from './projects.ts';
