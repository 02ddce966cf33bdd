export { noteSchema as schema, presentNote as present } from './note.presenter.ts';
export { writeNote as write } from './write-note.ts';
