/** The second factor: whether it is on, turning it on with an authenticator app, and off. */
import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../api/reads.ts';
import { Loading } from '../../ui/data-table.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { useWords } from '../../words.ts';
import { DisableSecondFactor } from './disable-second-factor.tsx';
import { EnableSecondFactor } from './enable-second-factor.tsx';

export function SecondFactor(): ReactNode {
  const { t } = useWords();
  const { data, error } = useRead('auth.totp.get', {});
  const [dialog, setDialog] = useState<'enable' | 'disable' | null>(null);
  if (error) return <ErrorAlert error={error} />;
  if (!data) return <Loading />;
  return (
    <>
      <Text>
        {data.enabled ? t('account.factor_on', { count: data.recovery_codes_left }) : t('account.factor_off')}
      </Text>
      <Group>
        {data.enabled ? (
          <Button variant="default" onClick={() => setDialog('disable')}>
            {t('account.turn_off')}
          </Button>
        ) : (
          <Button onClick={() => setDialog('enable')}>{t('account.turn_on')}</Button>
        )}
      </Group>
      {dialog === 'enable' && <EnableSecondFactor onClose={() => setDialog(null)} />}
      {dialog === 'disable' && <DisableSecondFactor onClose={() => setDialog(null)} />}
    </>
  );
}
