/** Messages to members: who sends them, what they say, what members want, and each message with what became of it. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table message_senders (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      channel text collate "C" not null check (channel in ('sms', 'email')),
      sender text collate "C" not null check (sender in ('sandbox', 'africastalking', 'http', 'smtp', 'none')),
      -- encrypted, and as they are shown; null where it needs none
      credentials_sealed text,
      credentials_masked jsonb not null,
      -- of members who have chosen none
      language text collate "C" not null check (language in ('en', 'sw', 'am')),
      -- local times between which nothing is sent
      quiet_from time,
      quiet_to time,
      -- ten-thousandths of the currency for one segment, where the sender does not tell what a message costs
      segment_price_e4 bigint check (segment_price_e4 >= 0),
      segment_currency text collate "C",
      -- SHA-256 of the token in the address of delivery reports, and the token itself, encrypted
      token_hash text collate "C" not null unique,
      token_sealed text not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      unique (project_id, environment, channel),
      check (sender <> 'sandbox' or environment = 'test'),
      check ((quiet_from is null) = (quiet_to is null)),
      check (quiet_from <> quiet_to),
      check ((segment_price_e4 is null) = (segment_currency is null))
    );

    create table notification_templates (
      project_id text collate "C" not null references projects,
      environment environment not null,
      template text collate "C" not null,
      language text collate "C" not null check (language in ('en', 'sw', 'am')),
      text text not null,
      subject text,
      updated_at timestamptz not null,
      primary key (project_id, environment, template, language)
    );

    create table member_preferences (
      member_id text collate "C" primary key references sacco_members,
      project_id text collate "C" not null references projects,
      environment environment not null,
      -- null: that of the sender
      language text collate "C" check (language in ('en', 'sw', 'am')),
      -- null: not decided; then SMS are sent, and e-mails are not
      sms boolean,
      email boolean,
      updated_at timestamptz not null
    );

    create table notifications (
      id text collate "C" primary key,
      project_id text collate "C" not null references projects,
      environment environment not null,
      member_id text collate "C" not null references sacco_members,
      channel text collate "C" not null check (channel in ('sms', 'email')),
      template text collate "C" not null,
      language text collate "C" not null,
      -- the id of what it tells, with a part of it where it has several
      cause text collate "C" not null,
      entry_id text collate "C",
      sender_id text collate "C" not null references message_senders,
      recipient text not null,
      subject text,
      -- where it holds a secret, this has none; the whole text is encrypted until it is sent
      text text not null,
      text_sealed text,
      -- of an SMS
      segments smallint check (segments > 0),
      status text collate "C" not null default 'queued'
        check (status in ('queued', 'sent', 'delivered', 'failed', 'suppressed')),
      error text collate "C",
      reason text,
      -- what the sender says that it costs, in ten-thousandths
      cost_e4 bigint check (cost_e4 >= 0),
      cost_currency text collate "C",
      -- the sender's own id of it
      provider_id text collate "C",
      created_at timestamptz not null,
      -- all in system time; next_attempt_at is null once nothing more will be tried
      attempts smallint not null default 0,
      next_attempt_at timestamptz,
      -- right before it was given to the sender: it is never given to it again, unless the sender certainly did not take it
      handed_over_at timestamptz,
      ended_at timestamptz,
      constraint notifications_once unique (project_id, environment, template, member_id, channel, cause),
      check ((status = 'failed') = (error is not null)),
      check ((channel = 'sms') = (segments is not null)),
      check ((cost_e4 is null) = (cost_currency is null)),
      check (status = 'queued' or next_attempt_at is null),
      check ((status = 'queued') = (ended_at is null))
    );
    create index notifications_by_book on notifications (project_id, environment, id desc);
    create index notifications_by_member on notifications (project_id, environment, member_id, id desc);
    create index notifications_by_status on notifications (project_id, environment, status, id desc);
    create index notifications_by_template on notifications (project_id, environment, template, id desc);
    create index notifications_by_channel on notifications (project_id, environment, channel, id desc);
    create index notifications_due on notifications (sender_id, next_attempt_at) where status = 'queued';
    create index notifications_by_provider_id on notifications (sender_id, provider_id) where provider_id is not null;

    -- Delivery reports in the order in which they come, which is not that in which messages were delivered.
    create table message_reports (
      id bigint generated always as identity primary key,
      sender_id text collate "C" not null references message_senders,
      -- the sender's own id of the message, or ours
      message_ref text collate "C" not null,
      status text collate "C" not null check (status in ('sent', 'delivered', 'failed')),
      reason text,
      -- in system time
      received_at timestamptz not null,
      -- whether the message that it names was found
      applied boolean not null
    );
    create index message_reports_open on message_reports (sender_id, received_at) where not applied;
    create index message_reports_received on message_reports (received_at);
  `);
}
