/** What the page for guarantors says, in the languages of the dashboard; the browser chooses. */
import type { Language } from '../http/language.ts';

export interface ConsentWords {
  title: string;
  /** @param name the guarantor's @param borrower whose loan it is */
  asks: (name: string, borrower: string) => string;
  pledge: string;
  loan: string;
  term: string;
  installments: (count: number) => string;
  until: string;
  means: string;
  consent: string;
  decline: string;
  consented: string;
  consented_hint: string;
  declined: string;
  declined_hint: string;
  gone: string;
  gone_hint: string;
  not_now: string;
  not_now_hint: string;
}

export const CONSENT_WORDS: Record<Language, ConsentWords> = {
  en: {
    title: 'Will you be a guarantor?',
    asks: (name, borrower) => `${name}, ${borrower} has named you as a guarantor of a loan.`,
    pledge: 'You answer for',
    loan: 'The loan',
    term: 'Repaid over',
    installments: (count) => `${count} installments`,
    until: 'Answer by',
    means:
      'If you consent and the loan is paid out, this sum of your savings is held until the loan is repaid. If it is not repaid, the cooperative may take it.',
    consent: 'I consent',
    decline: 'I decline',
    consented: 'You have consented',
    consented_hint: 'Until the loan is approved, you can still decline at the cooperative.',
    declined: 'You have declined',
    declined_hint: 'None of your savings are held for this loan.',
    gone: 'This link leads nowhere',
    gone_hint: 'It was used, replaced by a newer one, or its time is over. Ask your cooperative.',
    not_now: 'That did not work',
    not_now_hint: 'Try again in a moment.',
  },
  sw: {
    title: 'Je, utakuwa mdhamini?',
    asks: (name, borrower) => `${name}, ${borrower} amekutaja kuwa mdhamini wa mkopo.`,
    pledge: 'Unadhamini',
    loan: 'Mkopo',
    term: 'Utalipwa kwa',
    installments: (count) => `awamu ${count}`,
    until: 'Jibu kabla ya',
    means:
      'Ukikubali na mkopo ukitolewa, kiasi hiki cha akiba yako kitazuiliwa hadi mkopo ulipwe. Usipolipwa, chama kinaweza kukichukua.',
    consent: 'Nakubali',
    decline: 'Nakataa',
    consented: 'Umekubali',
    consented_hint: 'Hadi mkopo utakapoidhinishwa, bado unaweza kukataa katika chama.',
    declined: 'Umekataa',
    declined_hint: 'Hakuna akiba yako iliyozuiliwa kwa mkopo huu.',
    gone: 'Kiungo hiki hakifanyi kazi',
    gone_hint: 'Kimeshatumika, kimebadilishwa na kipya, au muda wake umeisha. Uliza chama chako.',
    not_now: 'Haikufaulu',
    not_now_hint: 'Jaribu tena baada ya muda mfupi.',
  },
  am: {
    title: 'ዋስ ይሆናሉ?',
    asks: (name, borrower) => `${name}፣ ${borrower} ለብድር ዋስ አድርገው ጠቅሰዎታል።`,
    pledge: 'ዋስ የሚሆኑበት መጠን',
    loan: 'ብድሩ',
    term: 'የሚከፈለው በ',
    installments: (count) => `${count} ክፍያዎች`,
    until: 'እስከዚህ ይመልሱ',
    means: 'ከተስማሙና ብድሩ ከተሰጠ፣ ይህ የቁጠባዎ መጠን ብድሩ እስኪከፈል ድረስ ይያዛል። ካልተከፈለ ማኅበሩ ሊወስደው ይችላል።',
    consent: 'እስማማለሁ',
    decline: 'አልስማማም',
    consented: 'ተስማምተዋል',
    consented_hint: 'ብድሩ እስኪጸድቅ ድረስ በማኅበሩ ሐሳብዎን መቀየር ይችላሉ።',
    declined: 'አልተስማሙም',
    declined_hint: 'ለዚህ ብድር ምንም ቁጠባዎ አልተያዘም።',
    gone: 'ይህ ማገናኛ አይሠራም',
    gone_hint: 'ተጠቅመውበታል፣ በአዲስ ተተክቷል ወይም ጊዜው አልፏል። ማኅበርዎን ይጠይቁ።',
    not_now: 'አልተሳካም',
    not_now_hint: 'ከጥቂት ጊዜ በኋላ እንደገና ይሞክሩ።',
  },
};
