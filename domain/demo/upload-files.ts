/** Files of the demonstration: the logo, photos and signatures of members, and documents that were accepted or wait for a review. */
import { getSettings } from '../cooperative/index.ts';
import { kyc, kycDocuments } from '../customers/index.ts';
import { storeFile, type FilePurpose } from '../files/index.ts';
import { putLogo, putMemberFiles, readMember } from '../members/index.ts';
import { forEach, type Filling } from './filling.ts';
import { chance } from './people.rules.ts';
import { cardOf, emblem, portraitOf, signatureOf } from './pictures.ts';

/** Of the members, the first ones. */
const WITH_PHOTO = 12;
const WITH_DOCUMENT = 6;
/** Of those, the last ones. */
const WAITING = 2;

/** The tier that an identity document is accepted for. */
const TIER = 2;
const NUMBERS = 90_000_000;

/** @param members ids, in their order */
export async function uploadFiles(filling: Filling, members: readonly string[]): Promise<void> {
  // Without an encryption key nothing can be uploaded.
  if (filling.ctx.config.encryption_key === null) return;
  await setLogo(filling);
  await forEach(members.slice(0, WITH_PHOTO), (member_id) => takePictures(filling, member_id));
  const shown = members.slice(0, WITH_DOCUMENT);
  await forEach(shown, (member_id) =>
    showDocument(filling, member_id, shown.indexOf(member_id) >= WITH_DOCUMENT - WAITING),
  );
}

async function setLogo(filling: Filling): Promise<void> {
  const { ctx, scope, caller } = filling;
  if ((await getSettings(ctx.db, scope)).logo_file_id !== null) return;
  await putLogo(caller, await upload(filling, { purpose: 'logo', name: 'logo.png', content: emblem() }));
}

export async function upload(
  { caller }: Pick<Filling, 'caller'>,
  { purpose, name, content }: { purpose: FilePurpose; name: string; content: Uint8Array },
): Promise<string> {
  async function* parts(): AsyncGenerator<Buffer> {
    yield Buffer.from(content);
  }
  return (await storeFile(caller, { purpose, name, content: parts() })).id;
}

async function takePictures(filling: Filling, member_id: string): Promise<void> {
  const { caller } = filling;
  const { member_no, photo_file_id } = await readMember(caller, member_id);
  if (photo_file_id !== null) return;
  const of = async (what: 'photo' | 'signature', content: Buffer): Promise<string> =>
    upload(filling, { purpose: `member_${what}`, name: `${what}-${member_no}.png`, content });
  await putMemberFiles(caller, member_id, {
    photo_file_id: await of('photo', portraitOf(member_no)),
    signature_file_id: await of('signature', signatureOf(member_no)),
  });
}

async function showDocument(filling: Filling, member_id: string, is_waiting: boolean): Promise<void> {
  const { ctx, scope, caller, checker } = filling;
  const { customer_id, member_no } = await readMember(caller, member_id);
  const { items } = await kycDocuments.list(ctx.db, scope, customer_id, { limit: 1 });
  if (items.length > 0) return;
  const content = cardOf(member_no);
  const file_id = await upload(filling, { purpose: 'kyc_document', name: `id-${member_no}.png`, content });
  const { id } = await kycDocuments.add(caller, customer_id, {
    doc_type: 'national_id',
    number: String(10_000_000 + chance(`document ${member_no}`, NUMBERS)),
    issuing_country: 'KE',
    file_id,
  });
  if (is_waiting) return;
  await kycDocuments.review(checker, { customer_id, id }, { decision: 'accept', note: null });
  await kyc.decide(checker, customer_id, { decision: 'approve', tier: TIER, note: null });
}
