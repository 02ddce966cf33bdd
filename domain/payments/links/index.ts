export {
  createPaymentLink as create,
  disablePaymentLink as disable,
  findOpenedLink as findOpened,
  getPaymentLink as get,
  listPaymentLinks as list,
  type OpenedLink,
  type PaymentLinkRequest,
} from './payment-link.ts';
export { paymentLinkSchema as schema, presentPaymentLink as present } from './payment-link.presenter.ts';
export { prunePrompts } from './limit-prompts.ts';
