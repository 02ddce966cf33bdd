export { createUser as create, listProjectsOf, register, setOperator, signIn } from './users.ts';
export {
  meSchema,
  presentMe,
  presentSession,
  sessionSchema,
  userProjectSchema,
  presentUserProject,
} from './user.presenter.ts';
