/** One's own account: address, password, second factor, sessions, invitations. */
import { Alert, Button, Group, Paper, Stack, Title } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useMe } from '../../api/me.ts';
import { useSubmit } from '../../api/submit.ts';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';
import { Invitations } from './invitations.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

export function Account(): ReactNode {
  const { t } = useWords();
  const me = useMe();
  const [params, setParams] = useSearchParams();
  const [changes_password, setChangesPassword] = useState(false);
  // The menu of the shell leads here with the dialog open.
  const asked = params.get('dialog') === 'password';
  useEffect(() => {
    if (!asked) return;
    setChangesPassword(true);
    setParams({}, { replace: true });
  }, [asked, setParams]);
  return (
    <Page title={t('account.security')}>
      <Paper withBorder p="md" className="panel">
        <Stack gap="md">
          <Facts
            facts={[
              [t('sign_in.name'), me?.user.name],
              [t('sign_in.email'), me?.user.email],
            ]}
          />
          {me?.user.email_verified === false && <UnconfirmedAddress />}
          <Group>
            <Button variant="default" onClick={() => setChangesPassword(true)}>
              {t('account.change_password')}
            </Button>
          </Group>
        </Stack>
      </Paper>
      <Invitations />
      <Paper withBorder p="md" className="panel" component="section" aria-labelledby="second-factor">
        <Stack gap="sm">
          <Title order={2} size="h4" id="second-factor">
            {t('account.second_factor')}
          </Title>
          <SecondFactor />
        </Stack>
      </Paper>
      <Sessions />
      {changes_password && <PasswordDialog onClose={() => setChangesPassword(false)} />}
    </Page>
  );
}

function UnconfirmedAddress(): ReactNode {
  const { t } = useWords();
  const { is_answered, is_busy, error, submit } = useSubmit('auth.sendVerification');
  return (
    <Alert color="yellow" variant="light">
      <Stack gap="xs" align="flex-start">
        {is_answered ? t('account.confirmation_sent') : t('account.unconfirmed')}
        <ErrorAlert error={error} />
        {!is_answered && (
          <Button size="xs" variant="default" disabled={is_busy} onClick={() => void submit({})}>
            {t('account.send_confirmation')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
