/**
 * Bankings, journals and withdrawals to the bank whose process dies at each of its statements in turn, while it requests or decides:
 * whoever repeats the request finds one entry, booked once.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { AppError } from '../../core/errors.ts';
import type { Scope } from '../../core/scope.ts';
import { requestBanking, requestJournal } from '../../domain/banks/index.ts';
import { withdraw } from '../../domain/members/index.ts';
import { approvals, entries, type EntryRow, type RequestedEntry } from '../../domain/movements/index.ts';
import type { Caller } from '../../domain/platform/unit.ts';
import {
  bookAs,
  chartBalances,
  createSacco,
  makeEntriesDue,
  moving,
  must,
  newAccount,
  newMember,
  scopeNow,
  startService,
  verifyAll,
  type Sacco,
  type TestService,
} from '../harness/index.ts';
import { MortalProcess } from './mortal-process.ts';

const MOST_STATEMENTS = 200;

let service: TestService;
let mortal: MortalProcess;
let sacco: Sacco;
let scope: Scope;
let member: string;

beforeAll(async () => {
  service = await startService();
  mortal = await MortalProcess.open(service);
  sacco = await createSacco(service);
  scope = await scopeNow(service, sacco);
  member = await newMember(sacco);
  await newAccount(sacco, '1100');
  await newAccount(sacco, '1500', { kind: 'general_asset' });
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(1_000_000)));
  const of_bank = { from: 'bank', account: '1100', reference: 'TT' };
  must(await sacco.maker.post(`/api/v1/sacco/members/${member}/deposits`, moving(1_000_000, of_bank)));
});
afterAll(async () => {
  await mortal.close();
  expect(await verifyAll(service.ctx)).toEqual([]);
  await service.stop();
});

const to_bank = { account: '1100', reference: 'slip', memo: 'evening' };

/** What is requested under a key, and what it does to the balances by code. */
const MOVEMENTS: Record<
  string,
  {
    request: (caller: Caller, idempotency_key: string) => Promise<RequestedEntry>;
    effect: Record<string, number>;
  }
> = {
  banking: {
    request: (caller, idempotency_key) =>
      requestBanking(caller, {
        ...to_bank,
        direction: 'till_to_bank',
        amount_minor: 100n,
        idempotency_key,
      }),
    effect: { 1000: -100, 1100: 100 },
  },
  journal: {
    request: (caller, idempotency_key) =>
      requestJournal(caller, {
        lines: [
          { account: '1500', side: 'debit', amount_minor: 70n },
          { account: '5100', side: 'debit', amount_minor: 30n },
          { account: '1100', side: 'credit', amount_minor: 100n },
        ],
        memo: 'bought',
        idempotency_key,
      }),
    effect: { 1100: -100, 1500: 70, 5100: 30 },
  },
  'withdrawal to the bank': {
    request: (caller, idempotency_key) =>
      withdraw(caller, member, { ...to_bank, to: 'bank', amount_minor: 100n, idempotency_key }),
    effect: { 1100: -100, 2000: -100 },
  },
};

/** The same again in a process that lives; what was decided before is not decided again. */
async function decideAgain(approval_id: string): Promise<void> {
  const caller = deciding(service.ctx);
  await approvals.approve(caller, approval_id, null).catch((error: unknown) => {
    if (!(error instanceof AppError && error.reason === 'already_decided')) throw error;
  });
  await makeEntriesDue(service);
  await entries.resumePending(service.ctx);
}

function deciding(ctx: Caller['ctx']): Caller {
  return { ctx, scope, actor: { type: 'user', id: sacco.people.checker.id } };
}

function requesting(ctx: Caller['ctx']): Caller {
  return { ctx, scope, actor: { type: 'user', id: sacco.people.maker.id } };
}

async function countOf(key: string): Promise<number> {
  const found = await service.ctx.db('idempotency_keys').where({ project_id: sacco.project.id, key });
  return found.length;
}

test.each(
  Object.keys(MOVEMENTS).flatMap((name) => [
    [name, 'in one transaction'] as const,
    [name, 'each step apart'] as const,
  ]),
)('a %s, %s, dies at each statement and is booked once', { timeout: 180_000 }, async (name, how) => {
  const { request, effect } = MOVEMENTS[name] as (typeof MOVEMENTS)[string];
  const restore = bookAs(how, mortal.ctx.ledger);
  const before = await chartBalances(sacco);
  let booked = 0;
  try {
    for (let pass = 0; pass < MOST_STATEMENTS; pass += 1) {
      const key = `${name} ${how} ${pass}`;
      const asked = await mortal.dieAt(pass, (ctx) => request(requesting(ctx), key));
      const { entry } = await request(requesting(service.ctx), key);
      expect(entry.status).toBe('awaiting_approval');
      if (asked !== 'died') expect(asked.entry.id).toBe(entry.id);
      expect(await countOf(key)).toBe(1);

      const decided = await mortal.dieAt(pass, (ctx) =>
        approvals.approve(deciding(ctx), entry.approval_id as string, null),
      );
      if (decided === 'died') await decideAgain(entry.approval_id as string);
      const ended: EntryRow = await entries.get(service.ctx.db, scope, entry.id);
      expect([pass, ended.status]).toEqual([pass, 'posted']);
      booked += 1;
      if (asked !== 'died' && decided !== 'died') break;
    }
  } finally {
    restore();
  }
  // It died often, and in the end it did not.
  expect(booked).toBeGreaterThan(5);
  expect(booked).toBeLessThan(MOST_STATEMENTS);
  const after = await chartBalances(sacco);
  for (const [code, change] of Object.entries(effect))
    expect([code, (after[code] ?? 0) - (before[code] ?? 0)]).toEqual([code, booked * change]);
});
