/** What the checkout says where several people pay one link, in the languages of the dashboard; the browser chooses. */
import type { Request, Response } from 'express';
import { languageOf, type Language } from '../http/language.ts';

interface Words {
  being_paid: string;
  /** @param time like 14:30 UTC @param minutes until then */
  free_at: (time: string, minutes: number) => string;
  is_it_you: string;
  /** To a payer whose payment completed after another. */
  overpaid: (merchant: string) => string;
  /** To a payer whose payment still waits. */
  paid_meanwhile: string;
}

const WORDS: Record<Language, Words> = {
  en: {
    being_paid: 'Somebody is paying this right now',
    free_at: (time, minutes) =>
      `If that payment does not complete, you can pay here at ${time} at the latest, in ${minutes} min. This page updates by itself.`,
    is_it_you: 'Is it you? Go on where you began, for example on your phone.',
    overpaid: (merchant) => `This had been paid already. ${merchant} returns your payment to you.`,
    paid_meanwhile: 'This was paid meanwhile. Do not confirm this payment any more.',
  },
  sw: {
    being_paid: 'Kuna mtu analipa sasa hivi',
    free_at: (time, minutes) =>
      `Malipo hayo yasipokamilika, unaweza kulipa hapa kabla au ifikapo ${time}, yaani ndani ya dakika ${minutes}. Ukurasa huu hujisasisha wenyewe.`,
    is_it_you: 'Ni wewe? Endelea pale ulipoanzia, kwa mfano kwenye simu yako.',
    overpaid: (merchant) => `Hii ilikuwa imeshalipwa. ${merchant} itakurudishia malipo yako.`,
    paid_meanwhile: 'Hii imeshalipwa. Usithibitishe malipo haya tena.',
  },
  am: {
    being_paid: 'አሁን ሌላ ሰው እየከፈለ ነው',
    free_at: (time, minutes) =>
      `ያ ክፍያ ካልተጠናቀቀ ቢዘገይ በ${time} (ከ${minutes} ደቂቃ በኋላ) እዚህ መክፈል ይችላሉ። ይህ ገጽ በራሱ ይታደሳል።`,
    is_it_you: 'እርስዎ ነዎት? በጀመሩበት ይቀጥሉ፤ ለምሳሌ በስልክዎ።',
    overpaid: (merchant) => `ይህ አስቀድሞ ተከፍሎ ነበር። ${merchant} ክፍያዎን ይመልስልዎታል።`,
    paid_meanwhile: 'ይህ በዚህ መካከል ተከፍሏል። ይህን ክፍያ ከእንግዲህ አያረጋግጡ።',
  },
};

export interface CheckoutWords extends Words {
  language: Language;
}

/** The words in the language that the browser asks for; English where it asks for none of them. */
export function wordsFor(request: Request, response: Response): CheckoutWords {
  const language = languageOf(request, response);
  return { language, ...WORDS[language] };
}
