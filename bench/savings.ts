/**
 * `npm run bench:savings`: 100,000 members' accounts are charged a monthly fee, and as many fixed accounts mature, compared with a bare
 * INSERT … SELECT of the same entries and transfers in the same run.
 */
import { newId } from '../core/ids.ts';
import { run } from '../core/shutdown.ts';
import { ACCOUNT_KINDS } from '../domain/ledger/index.ts';
import { chargeSavingsFees, matureTerms } from '../domain/savings/index.ts';
import { openServer, report } from './harness.ts';
import {
  bareEntries_ms,
  changeFor,
  CURRENCY,
  idOf,
  openAccountsOf,
  seedSacco,
  type SeededSacco,
} from './seeded-sacco.ts';

const LINES = Number(process.env['BENCH_ROWS'] ?? 100_000);

run(async () => {
  const server = await openServer();
  try {
    const sacco = await seedSacco(server, LINES);
    await openAccountsOf(sacco, 'mem', 'member_savings');
    await openAccountsOf(sacco, 'sav', 'member_savings');
    await sacco.ctx
      .db('ledger_balances')
      .where({ code: ACCOUNT_KINDS.member_savings.code })
      .update({ credits_posted: 2_000_000 });
    await benchFees(sacco);
    await benchMaturities(sacco);
  } finally {
    await server.close();
  }
});

/** The default product has a fee, for the month before this one. */
async function benchFees(sacco: SeededSacco): Promise<void> {
  const { ctx } = sacco;
  const { db } = ctx;
  await db('sacco_members').update({ joined_at: db.raw(`now() - interval '40 days'`) });
  await db('sacco_savings_products').update({
    monthly_fee_minor: 100,
    created_at: db.raw(`now() - interval '1 month'`),
  });
  await db.raw('vacuum analyze customers, sacco_members, sacco_savings_products, ledger_balances');
  await db.raw('checkpoint');
  const charging = performance.now();
  await chargeSavingsFees(ctx);
  const charge_ms = performance.now() - charging;
  const charged = await db('sacco_savings_fees').where({ status: 'charged' }).count('* as count').first();
  if (Number(charged?.count) !== LINES) throw new Error(`${charged?.count} of ${LINES} fees are charged`);
  const bare_insert_ms = await bareEntries_ms(sacco, 'savings_fee');
  report('savings_fees', {
    lines: LINES,
    bare_insert_ms,
    charge_ms,
    lines_per_s: LINES / (charge_ms / 1_000),
    ratio_to_bare: charge_ms / bare_insert_ms,
  });
}

/** A fixed account of every member is over today. */
async function benchMaturities(sacco: SeededSacco): Promise<void> {
  const { ctx, scope } = sacco;
  const { db } = ctx;
  const product_id = newId('savings_product');
  await db('sacco_savings_products').insert({
    id: product_id,
    project_id: scope.project_id,
    environment: scope.environment,
    name: 'Fixed',
    kind: 'fixed',
    currency: CURRENCY,
    counts_for_multiple: false,
    rate_bps: 1_000,
    term_days: 90,
    at_maturity: 'renew_principal',
    created_at: db.fn.now(),
  });
  await changeFor(
    sacco,
    `insert into sacco_savings_accounts (id, project_id, environment, member_id, product_id, kind, currency, entry_id, opened_on, opened_at)
     select ${idOf('sav')}, :project_id, :environment, ${idOf('mem')}, '${product_id}', 'fixed', '${CURRENCY}', ${idOf('opn')},
       current_date - 90, now() - interval '90 days'`,
  );
  await changeFor(
    sacco,
    `insert into sacco_savings_terms (account_id, no, project_id, environment, member_id, principal_minor, rate_bps, starts_on, matures_on)
     select ${idOf('sav')}, 1, :project_id, :environment, ${idOf('mem')}, 1000000, 1000, current_date - 90, current_date`,
  );
  await db.raw('vacuum analyze sacco_savings_accounts, sacco_savings_terms, sacco_entries, ledger_balances');
  await db.raw('checkpoint');
  const maturing = performance.now();
  await matureTerms(ctx);
  const mature_ms = performance.now() - maturing;
  const matured = await db('sacco_savings_terms').where({ status: 'matured' }).count('* as count').first();
  if (Number(matured?.count) !== LINES) throw new Error(`${matured?.count} of ${LINES} terms have matured`);
  const bare_insert_ms = await bareEntries_ms(sacco, 'term_maturity');
  report('savings_maturities', {
    lines: LINES,
    bare_insert_ms,
    mature_ms,
    lines_per_s: LINES / (mature_ms / 1_000),
    ratio_to_bare: mature_ms / bare_insert_ms,
  });
}
