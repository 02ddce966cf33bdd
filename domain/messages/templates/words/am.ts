/** What messages say in Amharic. */
import type { Template, Wording } from '../templates.rules.ts';

export const AM: Record<Template, Wording> = {
  deposit: {
    subject: 'ተቀማጭ ገንዘብ ደርሶናል',
    text: '{{cooperative}}፦ {{name}}፣ የ{{amount}} ተቀማጭዎ በ{{date}} ደርሶናል።',
  },
  withdrawal: {
    subject: 'ገንዘብ ወጪ ሆኗል',
    text: '{{cooperative}}፦ {{name}}፣ ከቁጠባዎ {{amount}} በ{{date}} ወጪ ሆኗል።',
  },
  payout: {
    subject: 'ገንዘብ ወደ ስልክዎ ተልኳል',
    text: '{{cooperative}}፦ {{name}}፣ ከቁጠባዎ {{amount}} ወደ ስልክዎ በ{{date}} ልከናል።',
  },
  loan_approved: {
    subject: 'ብድርዎ ጸድቋል',
    text: '{{cooperative}}፦ {{name}}፣ የ{{amount}} ብድርዎ በ{{date}} ጸድቋል።',
  },
  loan_disbursed: {
    subject: 'ብድርዎ ተለቋል',
    text: '{{cooperative}}፦ {{name}}፣ የ{{amount}} ብድርዎ በ{{date}} ተለቋል።',
  },
  installment_due: {
    subject: 'የብድር ክፍያ ቀን ቀርቧል',
    text: '{{cooperative}}፦ {{name}}፣ የ{{amount}} ክፍያዎ ቀን {{due_date}} ነው።',
  },
  installment_overdue: {
    subject: 'የብድር ክፍያ ዘግይቷል',
    text: '{{cooperative}}፦ {{name}}፣ በ{{due_date}} መከፈል የነበረበት የ{{amount}} ክፍያዎ ዘግይቷል። እባክዎ ይክፈሉ ወይም ያነጋግሩን።',
  },
  dividend_paid: {
    subject: 'የትርፍ ድርሻ ተከፍሏል',
    text: '{{cooperative}}፦ {{name}}፣ የትርፍ ድርሻዎ {{amount}} በ{{date}} ወደ ቁጠባዎ ገብቷል።',
  },
  consent_request: {
    subject: 'የዋስትና ስምምነትዎ',
    text: '{{cooperative}}፦ {{borrower_name}} ለ{{loan_amount}} ብድር የ{{amount}} ዋስ እንዲሆኑ ይጠይቃሉ። እስከ {{expires_at}} በ{{link}} ወይም በቁጥር {{code}} ይወስኑ። ቁጥሩን ከሠራተኞቻችን በስተቀር ለማንም አይንገሩ።',
  },
};
