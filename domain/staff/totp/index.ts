export {
  beginTotp as begin,
  confirmTotp as confirm,
  disableTotp as disable,
  readTotp as read,
  removeTotp as remove,
} from './totp.ts';
export {
  totpEnrolmentSchema as enrolmentSchema,
  totpStatusSchema as statusSchema,
} from './totp.presenter.ts';
