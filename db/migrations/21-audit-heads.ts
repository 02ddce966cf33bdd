/** The heads of the audit log carry a MAC of the service, and are protected like the log itself. */
import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- null: written by a service without ENCRYPTION_KEY
    alter table audit_heads add column mac text;

    -- A head only moves on, to an entry that is in the log.
    create function guard_audit_head() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' and new.seq = 0 and new.mac is null then
        return new;
      end if;
      if tg_op = 'UPDATE' and new.seq >= old.seq
        and (new.project_id, new.environment) = (old.project_id, old.environment)
        and exists (select from audit_log l where l.project_id = new.project_id and l.environment = new.environment
          and l.seq = new.seq and l.hash = new.hash) then
        return new;
      end if;
      raise exception 'audit_heads follow the audit log' using errcode = 'restrict_violation';
    end $$;
    create trigger audit_heads_follow_log before insert or update on audit_heads
      for each row execute function guard_audit_head();
    create trigger audit_heads_stay before delete or truncate on audit_heads
      for each statement execute function refuse_change();
  `);
}
