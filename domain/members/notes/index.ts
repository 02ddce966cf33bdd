export { noteSchema as schema, presentNote as present } from './note.presenter.ts';
export { writeNote as write, type NoteRequest as Request } from './write-note.ts';
