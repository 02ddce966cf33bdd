export { listProjects, listUsers, type UserFilter } from './operators.ts';
export {
  knownProjectSchema,
  knownUserSchema,
  presentKnownProject,
  presentKnownUser,
} from './operators.presenter.ts';
