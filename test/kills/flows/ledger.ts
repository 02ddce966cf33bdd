/** Transfers by hand, batches of them, and holds. */
import type { Hold, Merchant } from '../merchant.ts';
import type { Flow } from './flow.ts';

export const LEDGER_FLOWS: Flow<Merchant>[] = [
  { name: 'ledger transfer', share: 5, run: transfer },
  { name: 'transfer batch', share: 2, run: transferBatch },
  { name: 'hold', share: 5, run: hold },
];

const DEBITED = ['merchant_available', 'merchant_available', 'vendor-1', 'vendor-2'];
const CREDITED = ['vendor-1', 'vendor-2', 'adjustments'];
/** Of holds that expire while the kills go on. */
const SOON_S = 5;
const LATE_S = 86_400;

interface Move {
  from: string;
  to: string;
  amount_minor: number;
}

function randomMove({ place: { random } }: Merchant): Move {
  const from = random.pick(DEBITED);
  const to = random.pick(CREDITED.filter((each) => each !== from));
  return { from, to, amount_minor: 1 + random.below(20_000) };
}

function onWire({ accounts }: Merchant, { from, to, amount_minor }: Move): object {
  return { debit_account_id: accounts[from], credit_account_id: accounts[to], amount_minor };
}

function book({ place: { books } }: Merchant, { from, to, amount_minor }: Move): void {
  books.move(`${from} KES`, `${to} KES`, BigInt(amount_minor));
}

async function transfer(merchant: Merchant): Promise<void> {
  const move = randomMove(merchant);
  const made = await merchant.place.ask({
    flow: 'ledger transfer',
    path: '/api/v1/ledger/transfers',
    body: (token) => ({ ...onWire(merchant, move), idempotency_key: token, memo: token }),
    refusals: ['exceeds_credits'],
  });
  if (made) book(merchant, move);
}

async function transferBatch(merchant: Merchant): Promise<void> {
  const { place } = merchant;
  const moves = Array.from({ length: 2 + place.random.below(4) }, () => randomMove(merchant));
  const made = await place.ask({
    flow: 'transfer batch',
    path: '/api/v1/ledger/transfer-batches',
    // Of the first transfer, which stands for all, as the batch has no id of its own.
    body: (token) => ({
      idempotency_key: token,
      transfers: moves.map((move, i) => ({
        ...onWire(merchant, move),
        memo: i === 0 ? token : 'of a batch',
      })),
    }),
    idOf: ({ body }) => body.transfers[0].id,
    refusals: ['exceeds_credits'],
  });
  if (made) for (const move of moves) book(merchant, move);
}

async function hold(merchant: Merchant): Promise<void> {
  const { place } = merchant;
  const move = randomMove(merchant);
  const fate = place.random.pick(['capture', 'part', 'void', 'expire', 'stay'] as const);
  const made = await place.ask({
    flow: 'hold',
    path: '/api/v1/ledger/holds',
    body: (token) => ({
      ...onWire(merchant, move),
      idempotency_key: token,
      memo: token,
      timeout_secs: fate === 'expire' ? SOON_S : LATE_S,
    }),
    refusals: ['exceeds_credits'],
  });
  if (!made) return;
  const record: Hold = {
    id: made.id,
    status: 'pending',
    captured_minor: 0,
    from: move.from,
    held_minor: move.amount_minor,
  };
  merchant.holds.push(record);
  const path = `/api/v1/ledger/holds/${made.id}`;
  if (fate === 'expire') record.status = 'expired';
  if (fate === 'void') {
    // A repetition is told that it is voided.
    await place.must('POST', `${path}/void`, {}, { refusals: ['already_voided'] });
    record.status = 'voided';
  }
  if (fate === 'capture' || fate === 'part') {
    record.captured_minor = fate === 'part' ? 1 + place.random.below(move.amount_minor) : move.amount_minor;
    await place.must('POST', `${path}/capture`, { amount_minor: record.captured_minor });
    record.status = 'captured';
    book(merchant, { ...move, amount_minor: record.captured_minor });
  }
}
