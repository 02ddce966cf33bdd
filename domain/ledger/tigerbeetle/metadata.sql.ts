/** The statement on what the cluster does not keep of transfers. */
import { defineCommand, params } from '../../../db/statement.ts';

/** The sweep finishes rows for which it found no hold; a later attempt to book that hold must make it check them again. */
export const writeMetadataRows = defineCommand({
  params: params<{
    ids: string[];
    text_hashes: string[];
    references: string[];
    memos: (string | null)[];
    ledgers: bigint[];
    expiries: (Date | null)[];
  }>(),
  sql: `
    insert into ledger_transfer_texts as t (id, text_hash, reference, memo, ledger, expires_at)
    select * from unnest(:ids::uuid[], :text_hashes::uuid[], :references::text[], :memos::text[], :ledgers::bigint[],
      :expiries::timestamptz[])
    on conflict (id, text_hash) do update set expires_at = excluded.expires_at, released = false where t.released`,
});
