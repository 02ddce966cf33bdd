/** The second factor as its user sees it. */
import { arrayOf, boolean, integer, resource, string, type Wire } from '../../../core/schema.ts';

export const totpStatusSchema = resource('TotpStatus', 'Whether signing in needs a second factor', {
  enabled: boolean,
  recovery_codes_left: integer,
});

export const totpEnrolmentSchema = resource(
  'TotpEnrolment',
  'What an authenticator app needs; shown this once',
  {
    secret: string.describe('In base32'),
    otpauth_url: string.describe('To be shown as a QR code'),
    recovery_codes: arrayOf(string).describe('Each signs in once when the app is lost; keep them elsewhere'),
  },
);

export type TotpStatus = Wire<typeof totpStatusSchema>;
export type TotpEnrolment = Wire<typeof totpEnrolmentSchema>;
