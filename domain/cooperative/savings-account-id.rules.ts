/**
 * Ids of savings accounts. The account of the default product, which every member has from joining on, has the bits of the member's
 * own id; accounts that are opened besides have rows and ids of their own. Pure.
 */
import { decodeId, encodeId } from '../../core/ids.ts';

/** The id of the account that every member has. */
export function defaultId(member_id: string): string {
  return encodeId('savings_account', decodeId(member_id));
}

/** The id of the account that an entry moves: null there is the default account. */
export function idOf(member_id: string, stored: string | null): string {
  return stored ?? defaultId(member_id);
}

/** What an entry stores for the account with that id: null for the default one. */
export function storedId(member_id: string, id: string): string | null {
  return id === defaultId(member_id) ? null : id;
}

/** The id of the default account in SQL. @param member_id an SQL expression */
export const defaultIdSql = (member_id: string): string => `'sav' || substr(${member_id}, 4)`;
