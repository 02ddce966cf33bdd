/** What the audit log is filtered by: the people and keys of the project, and the actions that have words. */
import i18next from 'i18next';
import { useList } from '../../api/reads.ts';
import type { AuditEntry } from '../../generated/wire.ts';
import { useProjectId } from '../../session/place.ts';
import { useWords } from '../../words.ts';

interface Option {
  value: string;
  label: string;
}

/** More than a project has. */
const MOST = 1_000;

/** @param chosen who has left is named by the entries shown, or by id */
export function useActors(chosen: string, shown: readonly AuditEntry[]): Option[] {
  const { t } = useWords();
  const project = useProjectId();
  const staff = useList('projects.staff.list', { project, limit: MOST });
  const keys = useList('projects.apiKeys.list', { project, limit: MOST });
  const known = [
    ...staff.items.map(({ user_id, name, email }) => ({ value: user_id, label: name ?? email })),
    ...keys.items.map(({ id, name }) => ({ value: id, label: `${name} (${t('audit_log.api_key')})` })),
    { value: 'ushirika', label: 'Ushirika' },
  ];
  return withChosen(known, chosen, shown.find(({ actor }) => actor.id === chosen)?.actor.name);
}

/** @param chosen the address may name one without words */
export function useActions(chosen: string): Option[] {
  const { word, language } = useWords();
  const groups = i18next.getResource(language, 'translation', 'audit_action') as Record<string, object>;
  const known = Object.entries(groups)
    .flatMap(([group, actions]) => Object.keys(actions).map((action) => `${group}.${action}`))
    .map((value) => ({ value, label: word('audit_action', value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return withChosen(known, chosen, word('audit_action', chosen));
}

function withChosen(known: readonly Option[], chosen: string, label = chosen): Option[] {
  const is_known = chosen === '' || known.some(({ value }) => value === chosen);
  return is_known ? [...known] : [...known, { value: chosen, label }];
}
