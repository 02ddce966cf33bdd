/** Taking somebody off the staff, and with it the API keys that the person issued, if wanted. */
import { Checkbox, List, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { StaffMember } from '../../generated/wire.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { useWords } from '../../words.ts';
import { useKeysOf, useProjectPath } from './project.ts';

export function RemoveStaffDialog({
  member,
  onClose,
}: {
  member: StaffMember;
  onClose: () => void;
}): ReactNode {
  const { t, word } = useWords();
  const path = useProjectPath(`/staff/${member.user_id}`);
  const submission = useSubmission<unknown>({ key: 'none' });
  const [revokes_keys, setRevokesKeys] = useState(true);
  const keys = useKeysOf(member.user_id) ?? [];
  return (
    <ConfirmDialog
      title={t('settings.remove_question', { name: member.name ?? member.email })}
      verb={t('settings.remove')}
      opened
      onClose={onClose}
      submission={submission}
      onConfirm={() =>
        void submission.submit({
          method: 'DELETE',
          path,
          // Also before the keys are known: none of them shall outlast who issued it unless somebody says so.
          body: { revoke_keys: revokes_keys },
        })
      }
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
              checked={revokes_keys}
              onChange={(event) => setRevokesKeys(event.currentTarget.checked)}
            />
          </>
        )}
      </Stack>
    </ConfirmDialog>
  );
}
