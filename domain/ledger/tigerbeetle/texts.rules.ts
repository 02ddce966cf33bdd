/**
 * What the cluster itself keeps of a transfer's texts. Most references are ids of ours, whose bits fit into a transfer: the
 * number of the id's kind is in `user_data_32`, its bits in `user_data_128`. Any other texts are a row in PostgreSQL, keyed
 * by their hash. Both ways the cluster refuses the same transfer id with other texts.
 */
import type { Transfer as TbTransfer } from 'tigerbeetle-node';
import { sha256Hex } from '../../../core/digest.ts';
import {
  bigintToUuid,
  decodeId,
  encodeId,
  idPattern,
  ID_PREFIXES,
  uuidToBigint,
  type IdKind,
} from '../../../core/ids.ts';
import type { Transfer } from '../backend.port.ts';

/** `user_data_32` of texts that are a row; 0, in clusters that are older than kept references, too. */
const TEXTS_IN_ROW = 1;

/** `user_data_32` of references that are kept, by the kind of their id. Never changed: clusters hold them. */
const KEPT_KINDS = {
  payment: 2,
  entry: 3,
  refund: 4,
  reconciliation_line: 5,
  loan: 6,
  dividend: 7,
  approval: 8,
} as const satisfies Partial<Record<IdKind, number>>;

type KeptKind = keyof typeof KEPT_KINDS;

const kinds = Object.keys(KEPT_KINDS) as KeptKind[];
const KIND_BY_PREFIX = new Map(kinds.map((kind) => [ID_PREFIXES[kind] as string, kind]));
const KIND_BY_NUMBER = new Map<number, KeptKind>(kinds.map((kind) => [KEPT_KINDS[kind], kind]));
const PATTERNS = new Map(kinds.map((kind) => [kind, idPattern(kind)]));

export type KeptTexts = Pick<TbTransfer, 'user_data_128' | 'user_data_32'>;

/** Of texts as they are encoded now. */
export const needsRow = ({ user_data_32 }: KeptTexts): boolean => user_data_32 === TEXTS_IN_ROW;

/** @returns what the cluster is to keep; a row is needed where that is no reference */
export function encodeTexts({ reference, memo, timeout_s }: Transfer): KeptTexts {
  const kind = memo === null && timeout_s === 0 ? kindOf(reference) : undefined;
  return kind === undefined
    ? { user_data_128: textHash(reference, memo), user_data_32: TEXTS_IN_ROW }
    : { user_data_128: uuidToBigint(decodeId(reference)), user_data_32: KEPT_KINDS[kind] };
}

/** The reference that the cluster keeps, or null where there is a row. */
export function keptReference({ user_data_128, user_data_32 }: KeptTexts): string | null {
  const kind = KIND_BY_NUMBER.get(user_data_32);
  return kind === undefined ? null : encodeId(kind, bigintToUuid(user_data_128));
}

function kindOf(reference: string): KeptKind | undefined {
  const kind = KIND_BY_PREFIX.get(reference.slice(0, reference.indexOf('_')));
  return kind !== undefined && PATTERNS.get(kind)?.test(reference) ? kind : undefined;
}

function textHash(reference: string, memo: string | null): bigint {
  return BigInt(`0x${sha256Hex(JSON.stringify([reference, memo])).slice(0, 32)}`);
}
