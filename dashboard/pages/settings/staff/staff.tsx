/** Who works in the project, in which role; and what is demanded of them: a second factor, strict approvals. */
import { Button, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useList } from '../../../api/reads.ts';
import type { StaffMember } from '../../../generated/wire.ts';
import { useProjectId } from '../../../session/place.ts';
import { ListTable } from '../../../ui/list-table.tsx';
import { Moment } from '../../../ui/moment.tsx';
import { Status } from '../../../ui/status.tsx';
import { Explained } from '../../../ui/page/explained.tsx';
import { useWords } from '../../../words.ts';
import { RemoveStaffDialog } from './remove-staff-dialog.tsx';
import { SecondFactor } from './second-factor.tsx';
import { StaffDialog } from './staff-dialog.tsx';
import { StrictApprovals } from './strict-approvals.tsx';

type Opened = { action: 'add' } | { action: 'change' | 'remove'; member: StaffMember };

export function Staff(): ReactNode {
  const { t, word } = useWords();
  const list = useList('projects.staff.list', { project: useProjectId() });
  const [opened, setOpened] = useState<Opened | null>(null);
  const close = (): void => setOpened(null);
  return (
    <Stack gap="xl">
      <Stack>
        <Explained text={t('settings.staff_hint')}>
          <Button onClick={() => setOpened({ action: 'add' })}>{t('settings.add_staff')}</Button>
        </Explained>
        <ListTable
          name={t('settings.staff')}
          list={list}
          rowKey={({ user_id }) => user_id}
          columns={[
            { header: t('settings.name'), cell: ({ name }) => name ?? '–' },
            { header: t('sign_in.email'), cell: ({ email }) => email },
            { header: t('settings.role'), cell: ({ role }) => word('role', role) },
            { header: t('loans.status'), cell: ({ status }) => <Status status={status} /> },
            {
              header: t('settings.added'),
              cell: ({ added_at }) => <Moment at={added_at} withTime={false} />,
            },
            {
              header: t('settings.action'),
              cell: (member) =>
                member.role !== 'owner' && (
                  <Group gap="xs" wrap="nowrap">
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setOpened({ action: 'change', member })}
                    >
                      {t('settings.change_role')}
                    </Button>
                    <Button
                      size="xs"
                      variant="default"
                      onClick={() => setOpened({ action: 'remove', member })}
                    >
                      {t('settings.remove')}
                    </Button>
                  </Group>
                ),
            },
          ]}
        />
      </Stack>
      <SecondFactor />
      <StrictApprovals />
      {opened?.action === 'add' && <StaffDialog member={null} onClose={close} />}
      {opened?.action === 'change' && <StaffDialog member={opened.member} onClose={close} />}
      {opened?.action === 'remove' && <RemoveStaffDialog member={opened.member} onClose={close} />}
    </Stack>
  );
}
