/** The statements of what platform operators see of all projects. */
import { bool, defineQuery, int4, params, text, timestamptz } from '../../../db/statement.ts';

/** The newest first; or the one with that e-mail, however it is spelled. */
export const readUsers = defineQuery({
  params: params<{ email: string | null; after: string | null; limit: number }>(),
  result: {
    id: text,
    email: text,
    name: text,
    operator: bool,
    email_verified: bool,
    second_factor: bool,
    projects: int4,
    created_at: timestamptz,
  },
  sql: `
    select u.id, u.email, u.name, u.operator, not u.awaits_verification as email_verified,
      u.totp_confirmed_at is not null as second_factor,
      (select count(*)::integer from staff s where s.user_id = u.id and s.status = 'active') as projects, u.created_at
    from users u
    where (:email::text is null or lower(u.email) = lower(:email::text)) and (:after::text is null or u.id < :after::text)
    order by u.id desc limit :limit`,
});

/** The newest first. */
export const readProjects = defineQuery({
  params: params<{ after: string | null; limit: number }>(),
  result: {
    id: text,
    name: text,
    owner_email: text,
    require_totp: bool,
    strict_approvals: bool,
    staff: int4,
    created_at: timestamptz,
  },
  sql: `
    select p.id, p.name, u.email as owner_email, p.require_totp, p.strict_approvals,
      (select count(*)::integer from staff s where s.project_id = p.id and s.status = 'active') as staff, p.created_at
    from projects p join users u on u.id = p.owner_id
    where :after::text is null or p.id < :after::text
    order by p.id desc limit :limit`,
});
