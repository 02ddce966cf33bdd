export { presentTill as present, tillSchema as schema } from './till.presenter.ts';
export {
  changeTill as change,
  createTill as create,
  listTills as list,
  readTill as read,
  type TillChange,
  type TillFilter,
  type TillRequest,
} from './tills.ts';
