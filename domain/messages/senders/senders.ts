/** Who sends a project's messages: set by its managers for each environment and channel. Credentials are encrypted and never shown. */
import joi from 'joi';
import { hashToken, newToken, UnreadableSecret } from '../../../core/crypto.ts';
import { invalid, invalidField } from '../../../core/errors.ts';
import { MESSAGES, onePerField } from '../../../core/field-messages.ts';
import { newId } from '../../../core/ids.ts';
import type { Currency } from '../../../core/money.ts';
import { scopeColumns } from '../../../db/model.ts';
import { expectOne } from '../../../db/rows.ts';
import { audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { SealedTable } from '../../platform/rotate-encryption.ts';
import { inTransaction, type Caller, type Unit } from '../../platform/unit.ts';
import { MANAGERS, requireStillManager, roleOf } from '../../staff/index.ts';
import { CHANNELS, type Channel, type Language } from '../languages.rules.ts';
import { SENDERS } from './registry.ts';
import { MessageSender, type SenderRow } from './sender.model.ts';
import type { Credentials, SenderName } from './sender.port.ts';

export interface SenderChange {
  sender: SenderName;
  /** When left out, those of the same sender stay. */
  credentials?: Record<string, unknown>;
  language: Language;
  quiet_hours: { from: string; to: string } | null;
  segment_price_e4: bigint | null;
  segment_currency: Currency | null;
}

export interface SenderView extends Pick<
  SenderRow,
  'sender' | 'language' | 'quiet_from' | 'quiet_to' | 'segment_price_e4' | 'segment_currency'
> {
  channel: Channel;
  credentials: Record<string, string>;
  /** Where the sender reports deliveries; null where it does not, or where it cannot be decrypted. */
  report_url: string | null;
  updated_at: Date | null;
}

/**
 * Whoever knows the address of delivery reports can say that a message arrived: only managers see it.
 * @param server_url where senders reach this server, without a trailing slash
 */
export async function listSenders({ ctx, scope, actor }: Caller, server_url: string): Promise<SenderView[]> {
  const rows = await MessageSender.query(ctx.db).inScope(scope);
  const role = await roleOf(ctx.db, scope.project_id, actor.id);
  return CHANNELS.map((channel) => {
    const row = rows.find((each) => each.channel === channel);
    const view = viewOf(ctx, channel, { row, server_url });
    return role !== undefined && MANAGERS.includes(role) ? view : { ...view, report_url: null };
  });
}

const NOT_SET = {
  sender: 'none',
  language: 'en',
  quiet_from: null,
  quiet_to: null,
  segment_price_e4: null,
  segment_currency: null,
  credentials: {},
  report_url: null,
  updated_at: null,
} as const;

function viewOf(
  ctx: Context,
  channel: Channel,
  { row, server_url }: { row: SenderRow | undefined; server_url: string },
): SenderView {
  if (!row) return { channel, ...NOT_SET };
  const reports = row.sender !== 'none' && SENDERS[row.sender].readReport !== undefined;
  const token = reports ? readToken(ctx, row) : null;
  return {
    ...row,
    credentials: row.credentials_masked,
    report_url: token === null ? null : `${server_url}/callbacks/senders/${token}`,
  };
}

/** @throws AppError VALIDATION_ERROR naming every field at fault; `mail_not_configured`, `encryption_key_missing` */
export async function putSender(
  caller: Caller,
  channel: Channel,
  { change, server_url }: { change: SenderChange; server_url: string },
): Promise<SenderView> {
  const { ctx, scope, actor } = caller;
  const { sender, quiet_hours } = change;
  const given = checkSender(ctx, { ...change, channel, environment: scope.environment });
  const now = scope.clock.now();
  const row = await inTransaction(caller, async (unit) => {
    const { trx, enqueue } = unit;
    await requireStillManager(trx, scope.project_id, actor.id);
    const before = await lockSender(unit, { ...scopeColumns(scope), channel }, now);
    const { id } = before;
    const credentials = credentialsFor(ctx, { sender, given, before });
    const values = {
      sender,
      ...credentials,
      language: change.language,
      quiet_from: quiet_hours?.from ?? null,
      quiet_to: quiet_hours?.to ?? null,
      segment_price_e4: change.segment_price_e4,
      segment_currency: change.segment_currency,
      updated_at: now,
    };
    // The address of reports was entered at the sender: for the same one it stays, as long as it can be shown.
    const is_same = isSameSender(ctx, before, { sender, given }) && readToken(ctx, before) !== null;
    const address = is_same ? {} : newAddress(ctx, id);
    const stored = await MessageSender.query(trx)
      .findById(id)
      .patch({ ...values, ...address })
      .returning('*');
    await audit(unit, 'sender.configured', id, {
      channel,
      sender: { from: before.sender, to: sender },
      credentials_changed: given !== null,
    });
    // What waits for a sender that is off has failed; what waited for the credentials can be sent.
    enqueue('send-messages', { sender_id: id });
    return expectOne([stored].flat());
  });
  return viewOf(ctx, channel, { row, server_url });
}

/**
 * The row is there before anything is encrypted for it: of two first requests at once, both encrypt for the id that is stored.
 * @returns the row, locked
 */
async function lockSender(
  { ctx, trx }: Unit,
  key: Pick<SenderRow, 'project_id' | 'environment' | 'channel'>,
  now: Date,
): Promise<SenderRow> {
  const id = newId('message_sender');
  await MessageSender.query(trx)
    .insert({
      id,
      ...key,
      sender: 'none',
      credentials_sealed: null,
      credentials_masked: {},
      language: NOT_SET.language,
      ...newAddress(ctx, id),
      created_at: now,
      updated_at: now,
    })
    .onConflict(Object.keys(key))
    .ignore();
  return expectOne(await MessageSender.query(trx).where(key).forNoKeyUpdate());
}

/** @returns null when it cannot be decrypted, as after the key was lost */
function readToken({ secrets }: Context, { id, token_sealed }: SenderRow): string | null {
  try {
    return secrets.open(token_sealed, sealContext(id, 'token'));
  } catch (error) {
    if (error instanceof UnreadableSecret) return null;
    throw error;
  }
}

/** Where delivery reports come in. */
function newAddress({ secrets }: Context, id: string): Pick<SenderRow, 'token_hash' | 'token_sealed'> {
  const token = newToken('');
  return {
    token_hash: hashToken(token),
    token_sealed: secrets.sealIfKeyed(token, sealContext(id, 'token')),
  };
}

interface Checked
  extends Pick<SenderChange, 'sender' | 'credentials'>, Pick<SenderRow, 'environment' | 'channel'> {}

/** @returns the credentials that were sent; null where none were */
function checkSender(
  ctx: Context,
  { sender, credentials, channel, environment }: Checked,
): Credentials | null {
  if (sender === 'none') return null;
  const { channels, environments, credentials: fields, check } = SENDERS[sender];
  if (!channels.includes(channel)) throw invalidField('sender', `${sender} sends no ${channel} messages.`);
  if (!environments.includes(environment))
    throw invalidField('sender', `${sender} does not exist in the ${environment} environment.`);
  if (!fields) {
    if (credentials && Object.keys(credentials).length > 0)
      throw invalidField('credentials', `${sender} works without credentials.`);
    check?.(ctx, {});
    return null;
  }
  if (!credentials) return null;
  const { value, error } = joi
    .object({ credentials: joi.object(fields).required() })
    .error(onePerField)
    .validate({ credentials }, { abortEarly: false, messages: MESSAGES });
  if (error) throw invalid(error.details.map(({ path, message }) => ({ path: path.join('.'), message })));
  const checked = (value as { credentials: Credentials }).credentials;
  check?.(ctx, checked);
  return checked;
}

interface NewCredentials {
  sender: SenderName;
  given: Credentials | null;
  before: SenderRow;
}

/** @throws AppError VALIDATION_ERROR where there are none */
function credentialsFor(ctx: Context, { sender, given, before }: NewCredentials) {
  if (sender === 'none' || !SENDERS[sender].credentials)
    return { credentials_sealed: null, credentials_masked: {} };
  if (given)
    return {
      credentials_sealed: ctx.secrets.seal(JSON.stringify(given), sealContext(before.id, 'credentials')),
      credentials_masked: SENDERS[sender].mask(given),
    };
  if (before.sender !== sender) throw invalidField('credentials', '"credentials" is required');
  return { credentials_sealed: before.credentials_sealed, credentials_masked: before.credentials_masked };
}

/** Whether reports come from where they came from before. */
function isSameSender(
  ctx: Context,
  before: SenderRow,
  { sender, given }: Pick<NewCredentials, 'sender' | 'given'>,
): boolean {
  if (before.sender !== sender) return false;
  if (given === null) return true;
  try {
    const { url, username } = openCredentials(ctx, before);
    return url === given['url'] && username === given['username'];
  } catch (error) {
    if (error instanceof UnreadableSecret) return false;
    throw error;
  }
}

/** @throws UnreadableSecret */
export function openCredentials({ secrets }: Context, { id, credentials_sealed }: SenderRow): Credentials {
  if (credentials_sealed === null) return {};
  return JSON.parse(secrets.open(credentials_sealed, sealContext(id, 'credentials'))) as Credentials;
}

function sealContext(id: string, what: 'credentials' | 'token'): string {
  return `${id}:${what}`;
}

/** Credentials and tokens are encrypted. */
export const sealedSenders: SealedTable = {
  table: MessageSender.tableName,
  key: ['id'],
  reseal(row, reseal) {
    const { id, credentials_sealed, token_sealed } = row as unknown as SenderRow;
    const credentials =
      credentials_sealed === null ? null : reseal(credentials_sealed, sealContext(id, 'credentials'));
    const token = reseal(token_sealed, sealContext(id, 'token'));
    return {
      ...(credentials === null ? {} : { credentials_sealed: credentials }),
      ...(token === null ? {} : { token_sealed: token }),
    };
  },
};
