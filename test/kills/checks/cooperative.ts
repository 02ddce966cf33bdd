/** Compares how loans and approvals ended, and the SACCO's balances, with what they must have come to. */
import { compareBalances } from '../accounting/books.ts';
import type { Cooperative } from '../cooperative.ts';
import { owedOn } from '../flows/loans.ts';
import type { Place } from '../place.ts';
import { approvalDifferences, customerDifferences, postingDifferences } from './project.ts';

export async function checkCooperative(sacco: Cooperative): Promise<string[]> {
  const { place, members } = sacco;
  for (const { id, pledged } of members) place.books.add(`held of ${id}`, pledged);
  return [
    ...(await loanDifferences(sacco)),
    ...(await approvalDifferences(place)),
    ...(await customerDifferences(place)),
    ...(await postingDifferences(place)),
    ...compareBalances(place.books.all(), await balancesOf(place)),
  ];
}

async function loanDifferences({ place, loans }: Cooperative): Promise<string[]> {
  const stored = new Map((await place.list('/api/v1/sacco/loans', 'loans')).map((each) => [each.id, each]));
  const charges = new Map<string, number>();
  for (const { loan_id, status } of await place.list('/api/v1/sacco/entries?kind=loan_charge', 'entries'))
    if (status === 'posted') charges.set(loan_id, (charges.get(loan_id) ?? 0) + 1);
  return loans.flatMap((loan) => {
    const { status, outstanding_minor, charges_due_minor } = stored.get(loan.id) ?? {};
    const found = { status, outstanding_minor, charges_due_minor, charges: charges.get(loan.id) ?? 0 };
    const expected = { ...owedOn(loan), charges: loan.charges };
    const [is, was] = [JSON.stringify(found), JSON.stringify(expected)];
    return is === was ? [] : [`loan ${loan.id} is ${is}, expected ${was}`];
  });
}

/** Those of members one by one, all others by kind; the sums of savings and shares are checked by the service's own. */
async function balancesOf(place: Place): Promise<Map<string, bigint>> {
  const balances = new Map<string, bigint>();
  const all = await place.list('/api/v1/sacco/members', 'members');
  for (const { id, savings_minor, shares_minor, savings_available_minor } of all) {
    balances.set(`savings ${id}`, BigInt(savings_minor));
    balances.set(`shares ${id}`, BigInt(shares_minor));
    balances.set(`held of ${id}`, BigInt(savings_minor) - BigInt(savings_available_minor));
  }
  const summary = await place.get('/api/v1/sacco/summary');
  if (summary.integrity.balanced !== true)
    throw new Error(`the summary does not balance: ${JSON.stringify(summary.integrity)}`);
  for (const [name, minor] of Object.entries<number>(summary.balances)) {
    const kind = name.replace(/_minor$/, '');
    const of_members = kind === 'member_savings' || kind === 'member_shares';
    if (name.endsWith('_minor') && !of_members) balances.set(kind, BigInt(minor));
  }
  return balances;
}
