/** Removes somebody from the staff, and revokes the API keys that the person issued, if wanted. */
import { Checkbox, List, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx';
import type { ApiKey, StaffMember } from '../../../generated/wire.ts';
import { useList } from '../../../api/reads.ts';
import { useProjectId } from '../../../session/place.ts';
import { useWords } from '../../../words.ts';

interface RemoveStaffDialogProps {
  member: StaffMember;
  onClose: () => void;
}

export function RemoveStaffDialog({ member, onClose }: RemoveStaffDialogProps): ReactNode {
  const { t, word } = useWords();
  const project = useProjectId();
  const [revoke_keys, setRevokeKeys] = useState(true);
  const keys = useKeysOf(member.user_id);
  return (
    <ConfirmDialog
      title={t('settings.remove_question', { name: member.name ?? member.email })}
      verb={t('settings.remove')}
      operation="projects.staff.remove"
      // Sent before the keys are known, too: a key outlasts the removal only where somebody unchecks it.
      input={{ project, user_id: member.user_id, revoke_keys }}
      onClose={onClose}
    >
      <Stack gap="sm">
        <Text size="sm">{t('settings.remove_means')}</Text>
        {keys.length > 0 && (
          <>
            <Text size="sm">{t('settings.keys_issued')}</Text>
            <List size="sm" aria-label={t('settings.api_keys')}>
              {keys.map(({ id, name, prefix, environment }) => (
                <List.Item key={id}>
                  {name} ({prefix}…, {word('environment', environment)})
                </List.Item>
              ))}
            </List>
            <Checkbox
              label={t('settings.revoke_keys')}
              checked={revoke_keys}
              onChange={(event) => setRevokeKeys(event.currentTarget.checked)}
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );
}

/** More keys than a project has. */
const MOST = 1_000;

/** The keys that a person issued here and that still work. */
function useKeysOf(user_id: string): ApiKey[] {
  const { items } = useList('projects.apiKeys.list', { project: useProjectId(), limit: MOST });
  return items.filter(({ created_by, revoked_at }) => created_by === user_id && revoked_at === null);
}
