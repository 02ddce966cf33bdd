/** The photo and the signature of a member: uploaded files, which go when others replace them. */
import { lockMember, SaccoMember } from '../cooperative/index.ts';
import { attachFile, belongingInvariant, releaseFile } from '../files/index.ts';
import { audit } from '../platform/audit/audit.ts';
import { inTransaction, type Caller } from '../platform/unit.ts';

export interface MemberFiles {
  /** Null: none. */
  photo_file_id?: string | null;
  signature_file_id?: string | null;
}

const PURPOSES = { photo_file_id: 'member_photo', signature_file_id: 'member_signature' } as const;
const NAMES = Object.keys(PURPOSES) as (keyof MemberFiles)[];

/** What is left out stays. @throws AppError NOT_FOUND; as `attachFile` */
export async function putMemberFiles(caller: Caller, member_id: string, files: MemberFiles): Promise<void> {
  await inTransaction(caller, async (unit) => {
    const { trx, scope } = unit;
    const before = await lockMember(unit, member_id, 'update');
    const changed = NAMES.filter((name) => files[name] !== undefined && files[name] !== before[name]);
    if (changed.length === 0) return;
    for (const name of changed) {
      const id = files[name] ?? null;
      const belonging = { purpose: PURPOSES[name], subject_type: 'member', subject_id: member_id } as const;
      if (id !== null) await attachFile(unit, id, belonging);
      await releaseFile(unit, before[name]);
    }
    const change = Object.fromEntries(changed.map((name) => [name, files[name] ?? null]));
    await SaccoMember.query(trx)
      .inScope(scope)
      .where({ id: member_id })
      .patch({ ...change, updated_at: scope.clock.now() });
    await audit(unit, 'sacco.member_files_changed', member_id, change);
  });
}

export const memberFileInvariant = belongingInvariant(
  'member',
  `select file_id, m.id as subject_id, project_id, environment
   from sacco_members m, unnest(array[photo_file_id, signature_file_id]) file_id where file_id is not null`,
);
