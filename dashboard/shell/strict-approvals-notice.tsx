/** Tells the owner in the live environment that strict approvals are off. */
import { Alert, Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useProject, useRole } from '../api/me.ts';
import { usePlace } from '../session/place.ts';
import { useWords } from '../words.ts';

export function StrictApprovalsNotice(): ReactNode {
  const { t } = useWords();
  const { environment } = usePlace();
  const is_owner = useRole() === 'owner';
  const project = useProject();
  if (environment !== 'live' || !is_owner || !project || project.strict_approvals) return null;
  return (
    <Alert role="note" color="yellow" variant="light" py="xs" mb="md">
      {t('shell.not_strict')}{' '}
      <Anchor component={Link} href="/settings/staff" size="sm">
        {t('shell.turn_on_strict')}
      </Anchor>
    </Alert>
  );
}
