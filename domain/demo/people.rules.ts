/** The people of the demonstration, and pseudo-random choices: a repeated fill makes the same requests. */
import { createHash } from 'node:crypto';

const FIRST_NAMES =
  'Abebe Achieng Aisha Akinyi Amina Asha Atieno Baraka Brian Chebet Daniel David Esther Faith Fatuma Flora Gathoni George Grace Halima Hamisi Hawa Ibrahim Irene Jackson Jane Jelimo Joan John Joseph Josphat Juma Kamau Kariuki Kevin Khadija Kipchoge Lilian Lucy Mariam Mary Mercy Moses Mumbi Mwajuma Naliaka Naomi Neema Njeri Nyambura Ochieng Odhiambo Omari Onyango Otieno Paul Peter Purity Rahma Rehema Rose Ruth Salim Samuel Sarah Selemani Simon Stephen Tabitha Tatu Teresia Titus Wairimu Wambui Wanjiru Winnie Zainab Zawadi'.split(
    ' ',
  );
const LAST_NAMES =
  'Achieng Baraza Cherono Chege Gitau Hassan Juma Kamau Karanja Kibet Kimani Kinyua Kiplagat Kiprono Koech Kombo Langat Maina Makori Mbogo Mohamed Muriuki Mutiso Mutua Mwangi Mwende Ndungu Njoroge Njuguna Nyaga Obuya Odera Okello Omondi Ongeri Opiyo Otieno Ouma Rotich Salim Simiyu Wafula Waithera Wanjala Waweru'.split(
    ' ',
  );

export const MEMBERS = 200;

/** @param what identifies the choice @returns 0 ≤ n < below, always the same for one choice */
export function chance(what: string, below: number): number {
  return createHash('sha256').update(what).digest().readUInt32BE(0) % below;
}

export interface DemoPerson {
  no: number;
  external_ref: string;
  full_name: string;
  phone: string;
}

/** @param no 1 to `MEMBERS` */
export function personOf(no: number): DemoPerson {
  const first = FIRST_NAMES[chance(`first ${no}`, FIRST_NAMES.length)];
  const last = LAST_NAMES[chance(`last ${no}`, LAST_NAMES.length)];
  return {
    no,
    external_ref: `DEMO-${String(no).padStart(4, '0')}`,
    full_name: `${first} ${last}`,
    // The sandbox completes payments of numbers with this ending immediately.
    phone: `+2547${String(10_000 + no)}789`,
  };
}
