export { SENDER_NAMES as NAMES } from './sender.port.ts';
export { presentSender as present, senderSchema as schema } from './sender.presenter.ts';
export { listSenders as list, putSender as put, type SenderChange as Change } from './senders.ts';
