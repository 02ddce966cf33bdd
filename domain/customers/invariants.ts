/** Invariants of customers, their documents and their events. */
import { belongingInvariant } from '../files/index.ts';
import { readInBatches, sqlInvariant, type Invariant } from '../platform/invariants.ts';
import { STATUS_EVENTS } from './change-status.ts';
import type { CustomerRow } from './customer.model.ts';
import { acceptedDocuments } from './kyc/effective-tier.ts';
import { missingFor, PHONE_TIER } from './kyc/kyc.rules.ts';
import { PHONE_CHANGED_SQL } from './kyc/phone-change.sql.ts';
import { REVEALED } from './documents/reveal-number.ts';
import { readSearchWords } from './search/list-customers.sql.ts';
import { searchWords } from './search/search.rules.ts';

/** Before every document's last day: documents that expired since the grant are no violation. */
const BEFORE_ALL_EXPIRY = '0001-01-01';

export const customerInvariants: Invariant[] = [
  {
    invariant: 'every tier that was granted rests on accepted documents, expired or not',
    async *violations({ snapshot }) {
      for await (const customers of readInBatches<CustomerRow>(snapshot, 'customers', 'id')) {
        const held = await acceptedDocuments(snapshot, customers);
        for (const customer of customers) {
          const checked = { documents: held.get(customer.id) ?? [], today: BEFORE_ALL_EXPIRY };
          const lacking = missingFor(customer.kyc_tier, customer, checked).filter(
            ({ any_of }) => any_of.length > 0,
          );
          for (const { requirement } of lacking)
            yield `${customer.id} is at tier ${customer.kyc_tier} without ${requirement}`;
        }
      }
    },
  },
  {
    invariant: 'every customer is found by its own words',
    async *violations({ snapshot }) {
      for await (const customers of readInBatches<CustomerRow>(snapshot, 'customers', 'id')) {
        const rows = await readSearchWords(snapshot, { customer_ids: customers.map(({ id }) => id) });
        const stored = new Map(rows.map(({ customer_id, words }) => [customer_id, new Set(words)]));
        for (const customer of customers) {
          const expected = searchWords(customer, customer);
          const found = stored.get(customer.id);
          if (found?.size !== expected.length || !expected.every((word) => found.has(word)))
            yield `${customer.id} is not found by what it is called`;
        }
      }
    },
  },
  sqlInvariant(
    'a phone counts as verified until it is changed, and again once somebody else approves KYC',
    `select c.id from customers c left join lateral (
       select id, actor_type, actor_id from customer_events where customer_id = c.id and ${PHONE_CHANGED_SQL}
       order by id desc limit 1
     ) changed on true
     where (c.phone_unverified_since is not null) <> (changed.id is not null and not exists (
       select from customer_events k where k.customer_id = c.id and k.type = 'kyc.approved'
         and (k.details ->> 'tier')::integer >= ${PHONE_TIER} and k.id > changed.id
         and (changed.actor_type <> 'user' or (k.actor_type, k.actor_id) <> (changed.actor_type, changed.actor_id))))`,
    (row) => `${String(row['id'])} has a phone whose verification is not as its trail ends`,
  ),
  sqlInvariant(
    "every customer's status is what its trail says last",
    `select c.id, c.status, last.type from customers c left join lateral (
       select type from customer_events e where e.customer_id = c.id and type in (${quoted(Object.values(STATUS_EVENTS))})
       order by id desc limit 1
     ) last on true
     where c.status is distinct from case last.type
       when '${STATUS_EVENTS.freeze}' then 'frozen' when '${STATUS_EVENTS.close}' then 'closed' else 'active' end`,
    (row) => `${String(row['id'])} is ${String(row['status'])}, its trail ends with ${String(row['type'])}`,
  ),
  sqlInvariant(
    'every decision about a document is in the trail, and no other',
    `select coalesce(d.id, e.document_id) as id from (
       select id, customer_id, case when status = 'rejected' then 'document.rejected' else 'document.accepted' end as type
       from kyc_documents where status <> 'pending'
     ) d full join (
       select details->>'document_id' as document_id, customer_id, type from customer_events
       where type in ('document.accepted', 'document.rejected')
     ) e on e.document_id = d.id and e.customer_id = d.customer_id and e.type = d.type
     where d.id is null or e.document_id is null`,
    (row) => `the decision about ${String(row['id'])} and its trail differ`,
  ),
  sqlInvariant(
    'every superseded document is so in the trail, and no other',
    `select coalesce(d.id, e.document_id) as id from (
       select id from kyc_documents where status = 'superseded'
     ) d full join (
       select details->>'document_id' as document_id from customer_events where type = 'document.superseded'
     ) e on e.document_id = d.id where d.id is null or e.document_id is null`,
    (row) => `${String(row['id'])} and what its trail says of being superseded differ`,
  ),
  belongingInvariant(
    'document',
    `select file_id, id as subject_id, project_id, environment from kyc_documents where file_id is not null`,
  ),
  sqlInvariant(
    "every reveal of a document's number is in the trail and in the audit log",
    `select coalesce(e.id, a.id) as id, coalesce(e.times, 0) as in_trail, coalesce(a.times, 0) as in_log from (
       select details->>'document_id' as id, actor_id, count(*) as times from customer_events
       where type = '${REVEALED}' group by 1, 2
     ) e full join (
       select subject as id, actor_id, count(*) as times from audit_log where action = '${REVEALED}' group by 1, 2
     ) a on a.id = e.id and a.actor_id = e.actor_id where e.times is distinct from a.times`,
    (row) =>
      `${String(row['id'])} was revealed ${String(row['in_trail'])} times in the trail, ${String(row['in_log'])} in the audit log`,
  ),
];

function quoted(names: string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}
