export { giveNotice as give, listNotices as list, type NoticeRequest } from './give-notice.ts';
export { noticeSchema as schema, presentNotice as present } from './notice.presenter.ts';
