/** The statements of reminders. */
import type { Currency } from '../../../core/money.ts';
import type { Environment } from '../../../core/scope.ts';
import {
  date,
  defineCommand,
  defineQuery,
  int2,
  int8,
  orNull,
  params,
  text,
  textOf,
} from '../../../db/statement.ts';
import { localDay } from '../../cooperative/index.ts';
import { UNPAID } from '../positions/figures.rules.ts';

/** Cooperatives whose members can be told, and have not been reminded today. */
export const findBooksToRemind = defineQuery({
  params: params<{ limit: number }>(),
  result: {
    project_id: text,
    environment: textOf<Environment>(),
    test_clock_offset_ms: int8,
    today: date,
    reminded_on: orNull(date),
  },
  sql: `
    select s.project_id, s.environment, p.test_clock_offset_ms, ${localDay.TODAY_SQL} as today, d.reminded_on
    from sacco_settings s join projects p on p.id = s.project_id
    left join sacco_loan_reminder_days d on d.project_id = s.project_id and d.environment = s.environment
    where exists (
        select from message_senders q
        where q.project_id = s.project_id and q.environment = s.environment and q.sender <> 'none')
      and (d.reminded_on is null or d.reminded_on < ${localDay.TODAY_SQL})
    order by s.project_id, s.environment limit :limit`,
});

/** Unpaid installments of open loans that fell due in a range of days, after a place in their order. */
export const findUnpaidLines = defineQuery({
  params: params<{
    project_id: string;
    environment: Environment;
    from: string;
    to: string;
    after_due_on: string;
    after_loan_id: string;
    after_no: number;
    limit: number;
  }>(),
  result: {
    loan_id: text,
    no: int2,
    due_on: date,
    member_id: text,
    currency: textOf<Currency>(),
    unpaid_minor: int8,
  },
  sql: `
    select i.loan_id, i.no, i.due_on, l.member_id, l.currency, (${UNPAID.sql})::bigint as unpaid_minor
    from sacco_loan_installments i join sacco_loans l on l.id = i.loan_id
    where i.project_id = :project_id and i.environment = :environment and i.due_on between :from::date and :to::date
      and (i.due_on, i.loan_id, i.no) > (:after_due_on::date, :after_loan_id, :after_no)
      and l.status = 'open' and ${UNPAID.sql} > 0
    order by i.due_on, i.loan_id, i.no limit :limit`,
});

export const storeReminderDay = defineCommand({
  params: params<{ project_id: string; environment: Environment; today: string }>(),
  sql: `
    insert into sacco_loan_reminder_days (project_id, environment, reminded_on)
    values (:project_id, :environment, :today)
    on conflict (project_id, environment) do update
    set reminded_on = greatest(sacco_loan_reminder_days.reminded_on, excluded.reminded_on)`,
});
