export {
  changePassword as change,
  forgetPassword as forget,
  issueResetToken,
  RESET_DELIVERIES,
  resetPassword as reset,
  sendVerification,
  verifyEmail,
} from './passwords.ts';
export { issueToken } from './account-tokens.ts';
