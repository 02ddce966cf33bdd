export { giveNotice as give, listNotices as list } from './give-notice.ts';
export { noticeSchema as schema, presentNotice as present } from './notice.presenter.ts';
