/**
 * Queues messages to members in the transaction of their cause: what is rolled back is told to nobody. Each cause is told once on
 * each channel, however often it is asked for.
 */
import { newId } from '../../core/ids.ts';
import { groupMinor, type Currency } from '../../core/money.ts';
import type { Scope } from '../../core/scope.ts';
import { systemTimeIn } from '../../core/clock.ts';
import { insertMany } from '../../db/insert-many.ts';
import { scopeColumns } from '../../db/model.ts';
import type { Context } from '../platform/context.ts';
import type { Unit } from '../platform/unit.ts';
import { recordEvents } from '../webhooks/index.ts';
import type { Language } from './languages.rules.ts';
import type { NotificationRow } from './notification.model.ts';
import { SUPPRESSED_BECAUSE } from './notification.rules.ts';
import { presentNotification } from './notification.presenter.ts';
import { findRecipients } from './recipients.sql.ts';
import { segmentsOf } from './segments.rules.ts';
import { defaultWording } from './templates/default-wording.ts';
import { fillIn, withoutSecrets, type Template, type VariablesOf } from './templates/templates.rules.ts';

/** A message to one member, on every channel on which the member is to be told. */
export type NewMessage = {
  [Named in Template]: {
    scope: Scope;
    member_id: string;
    template: Named;
    /** The id of what it tells, with a part of it where it has several: `loan_…/3`. Told once for each template, member and channel. */
    cause: string;
    /** What the template says besides the member's name and number, and the cooperative's name. */
    variables: VariablesOf<Named>;
    entry_id?: string | null;
    /** Default: what the member has chosen, or the sender's. */
    language?: Language;
  };
}[Template];

/** An amount as messages say it: "KES 1,500.00". @param amount_minor in minor units */
export function amountText(amount_minor: bigint, currency: Currency): string {
  return `${currency} ${groupMinor(amount_minor)}`;
}

/**
 * Members without a sender, a verified phone or an address get none; for those who have opted out it is stored that it was
 * suppressed.
 * @returns the messages that are new, as stored
 * @throws AppError `encryption_key_missing` for a text with a secret
 */
export async function queueMessages(unit: Unit, messages: readonly NewMessage[]): Promise<NotificationRow[]> {
  const { ctx, trx, enqueue } = unit;
  if (messages.length === 0) return [];
  const found = await findRecipients(trx, {
    project_ids: messages.map(({ scope }) => scope.project_id),
    environments: messages.map(({ scope }) => scope.environment),
    member_ids: messages.map(({ member_id }) => member_id),
    templates: messages.map(({ template }) => template),
    languages: messages.map(({ language }) => language ?? null),
  });
  if (found.length === 0) return [];
  const rows = found.map((recipient) =>
    messageRow(ctx, messages[recipient.place - 1] as NewMessage, recipient),
  );
  const stored = await storeNew(unit, rows);
  const queued = stored.filter(({ row }) => row.status === 'queued');
  await recordEvents(
    unit,
    queued.map(({ row, scope }) => ({ scope, type: 'member.notification', row })),
    (events) => events.map(presentNotification),
  );
  for (const sender_id of new Set(queued.map(({ row }) => row.sender_id)))
    enqueue('send-messages', { sender_id });
  return stored.map(({ row }) => row);
}

type Recipient = Awaited<ReturnType<typeof findRecipients>>[number];

interface NewRow {
  scope: Scope;
  row: NotificationRow;
}

function messageRow(ctx: Context, message: NewMessage, recipient: Recipient): NewRow {
  const { scope, template, member_id, cause, entry_id = null } = message;
  const { channel, language, sender_id, name, member_no, cooperative, is_opted_out } = recipient;
  const id = newId('notification');
  const wording = { ...defaultWording(template, language), ...writtenBy(recipient) };
  const values = { ...message.variables, name, member_no, cooperative };
  const shown = withoutSecrets(values);
  const text = fillIn(wording.text, values);
  const is_secret = shown !== values && !is_opted_out;
  const row: NotificationRow = {
    id,
    ...scopeColumns(scope),
    member_id,
    channel,
    template,
    language,
    cause,
    entry_id,
    sender_id,
    recipient: recipient.recipient,
    subject: channel === 'email' ? fillIn(wording.subject, shown) : null,
    text: fillIn(wording.text, shown),
    text_sealed: is_secret ? ctx.secrets.seal(text, id) : null,
    segments: channel === 'sms' ? segmentsOf(text).segments : null,
    status: is_opted_out ? 'suppressed' : 'queued',
    error: null,
    reason: is_opted_out ? SUPPRESSED_BECAUSE.opted_out : null,
    cost_e4: null,
    cost_currency: null,
    provider_id: null,
    created_at: scope.clock.now(),
    attempts: 0,
    next_attempt_at: is_opted_out ? null : systemTimeIn(0),
    handed_over_at: null,
    ended_at: is_opted_out ? systemTimeIn(0) : null,
  };
  return { scope, row };
}

function writtenBy({ text, subject }: Recipient): { text?: string; subject?: string } {
  return { ...(text === null ? {} : { text }), ...(subject === null ? {} : { subject }) };
}

/** Rows are inserted in the order of their key: two transactions that tell the same do not wait for each other in a circle. */
async function storeNew({ trx }: Unit, rows: NewRow[]): Promise<NewRow[]> {
  const keyOf = ({ row }: NewRow): string =>
    [row.project_id, row.environment, row.cause, row.template, row.member_id, row.channel].join(' ');
  const ordered = rows
    .map((each) => ({ each, key: keyOf(each) }))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ each }) => each);
  const inserted = await insertMany<{ id: string }>(
    trx,
    'notifications',
    ordered.map(({ row }) => row),
    { answered: 'id' },
  );
  const ids = new Set(inserted.map(({ id }) => id));
  return rows.filter(({ row }) => ids.has(row.id));
}
