/** Consent of guarantors: products that require it, loans that were applied for under such a product, and every asking. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Rows of before are checked after the migrations.
  await knex.raw(`
    alter table sacco_loan_products
      add column guarantor_consent text collate "C" not null default 'none'
        check (guarantor_consent in ('none', 'required'));
    alter table sacco_loans
      -- the product's term as it was on application
      add column guarantor_consent text collate "C" not null default 'none',
      add constraint sacco_loans_consent_check check (guarantor_consent in ('none', 'required')) not valid;
    alter table sacco_loan_guarantees
      drop constraint sacco_loan_guarantees_status_check,
      add constraint sacco_loan_guarantees_status_check check (status in
        ('requested', 'pledged', 'declined', 'expired', 'held', 'released', 'called')) not valid;

    -- A guarantor who was asked: one row each time. The last one of a guarantee counts.
    create table sacco_loan_consents (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      loan_id text collate "C" not null references sacco_loans,
      -- the guarantor
      member_id text collate "C" not null references sacco_members,
      -- SHA-256 of the token in the link; null: the link was used, or leads nowhere any more
      token_hash text collate "C",
      -- link and code, sealed with the encryption key; null: they open nothing any more
      secrets_sealed text,
      -- wrong codes
      attempts smallint not null default 0 check (attempts between 0 and 5),
      status text collate "C" not null default 'requested' check (status in
        ('requested', 'consented', 'declined', 'expired', 'replaced', 'closed')),
      requested_at timestamptz not null,
      expires_at timestamptz not null,
      method text collate "C" check (method in ('link', 'code', 'in_person')),
      decided_at timestamptz,
      -- who recorded it; null: the guarantor, by the link
      decided_by_type text collate "C",
      decided_by_id text collate "C",
      memo text,
      -- the signed form
      file_id text collate "C",
      check ((method is null) = (decided_at is null)),
      check ((decided_by_id is null) = (decided_by_type is null)),
      check (status not in ('consented', 'declined') or decided_at is not null),
      check (status <> 'requested' or (decided_at is null and token_hash is not null and secrets_sealed is not null)),
      check (token_hash is null or status = 'requested'),
      check (file_id is null or method = 'in_person')
    );
    create index sacco_loan_consents_by_loan on sacco_loan_consents (loan_id, member_id, id desc);
    create unique index sacco_loan_consents_token on sacco_loan_consents (token_hash) where token_hash is not null;
    create index sacco_loan_consents_expiring on sacco_loan_consents (expires_at) where status = 'requested';

    -- What is sent of an event and never shown: the link and the code of a consent, sealed. The payload has marks in their places.
    create table webhook_event_secrets (
      event_id text collate "C" primary key,
      sealed text not null,
      -- system time; they are of no use any more, and deleted
      expires_at timestamptz not null
    );
    create index webhook_event_secrets_expiring on webhook_event_secrets (expires_at);
  `);
}
