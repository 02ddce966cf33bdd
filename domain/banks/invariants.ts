/** What must be true of journals. */
import { sqlInvariant, text, type Invariant } from '../platform/invariants.ts';

export const bankInvariants: Invariant[] = [
  sqlInvariant(
    'the debits and the credits of a journal, and of its reversal, are each its amount',
    `select e.id from sacco_entries e cross join lateral (
       select coalesce(sum((l ->> 'amount_minor')::numeric) filter (where l ->> 'side' = 'debit'), 0) as debits,
         coalesce(sum((l ->> 'amount_minor')::numeric) filter (where l ->> 'side' = 'credit'), 0) as credits
       from jsonb_array_elements(e.lines) l
     ) s
     where e.lines is not null and (e.kind = 'journal' or e.reverses_kind = 'journal') and (s.debits <> e.amount_minor or s.credits <> e.amount_minor)`,
    (row) => `${text(row, 'id')} has lines that do not come to its amount`,
  ),
];
