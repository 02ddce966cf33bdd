/** Whom messages go to: what each member is called, reached by and wants to be told. */
import type { Environment } from '../../core/scope.ts';
import { bool, defineQuery, int4, orNull, params, text, textOf } from '../../db/statement.ts';
import { kyc } from '../customers/index.ts';
import { BY_SMS_ALONE } from './templates/templates.rules.ts';
import type { Channel, Language } from './languages.rules.ts';

/** One row for each message and channel that has a sender. */
export const findRecipients = defineQuery({
  prepared: true,
  params: params<{
    project_ids: readonly string[];
    environments: readonly Environment[];
    member_ids: readonly string[];
    templates: readonly string[];
    languages: readonly (Language | null)[];
  }>(),
  result: {
    /** Of the message, counted from 1. */
    place: int4,
    sender_id: text,
    channel: textOf<Channel>(),
    language: textOf<Language>(),
    recipient: text,
    is_opted_out: bool,
    name: text,
    member_no: text,
    cooperative: text,
    /** As the cooperative has written it; null: the text is ours. */
    text: orNull(text),
    subject: orNull(text),
  },
  sql: `
    select a.place::integer as place, s.id as sender_id, s.channel, l.language,
      case s.channel when 'sms' then c.phone else c.email end as recipient,
      not case s.channel when 'sms' then coalesce(w.sms, true) else w.email end as is_opted_out,
      c.full_name as name, m.member_no, p.name as cooperative, t.text, t.subject
    from unnest(:project_ids::text[], :environments::environment[], :member_ids::text[], :templates::text[], :languages::text[])
      with ordinality as a(project_id, environment, member_id, template, language, place)
    join message_senders s on s.project_id = a.project_id and s.environment = a.environment and s.sender <> 'none'
    join sacco_members m on m.id = a.member_id and m.project_id = a.project_id and m.environment = a.environment
    join customers c on c.id = m.customer_id
    join projects p on p.id = a.project_id
    left join member_preferences w on w.member_id = a.member_id
    cross join lateral (select coalesce(a.language, w.language, s.language) as language) l
    left join notification_templates t on t.project_id = a.project_id and t.environment = a.environment
      and t.template = a.template and t.language = l.language
    where case s.channel
      when 'sms' then ${kyc.VERIFIED_PHONE_SQL}
      else c.email is not null and w.email is not null and a.template <> '${BY_SMS_ALONE}' end
    order by a.place, s.channel`,
});
