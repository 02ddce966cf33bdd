/** A figure that opens the lines of the ledger behind it. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Money } from '../../money/money.tsx';
import { SidedMoney } from './sided-money.tsx';

export interface LinesBehind {
  from: string;
  to: string;
  account_kind?: string;
  account_id?: string | undefined;
  /** Of the movements. */
  kind?: string;
}

export function linesAddress({ from, to, ...filters }: LinesBehind): string {
  const given = Object.entries(filters).filter((each): each is [string, string] => each[1] !== undefined);
  return `/accounting/general-ledger?${new URLSearchParams([['from', from], ['to', to], ...given]).toString()}`;
}

export interface FigureLinkProps {
  minor: bigint | number;
  currency: string;
  /** Of a balance: debits less credits, written with its side. */
  isSided?: boolean;
  /** Null: it is a sum of others. */
  lines: LinesBehind | null;
}

export function FigureLink({ minor, currency, isSided = false, lines }: FigureLinkProps): ReactNode {
  const amount = isSided ? (
    <SidedMoney minor={BigInt(minor)} currency={currency} />
  ) : (
    <Money minor={minor} currency={currency} />
  );
  // Nothing was posted, as far as the figure says.
  if (lines === null || BigInt(minor) === 0n) return amount;
  return (
    <Link href={linesAddress(lines)} className="figure-link">
      {amount}
    </Link>
  );
}
