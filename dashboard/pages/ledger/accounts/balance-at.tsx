/** What an account held at a past moment. */
import { Button, Group, Paper, Stack } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useUtcOffset } from '../../../api/me.ts';
import { useRead } from '../../../api/reads.ts';
import type { Account } from '../../../generated/wire.ts';
import { Money } from '../../../money/money.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { MinuteField } from '../../../forms/fields/date-field.tsx';
import { hasUnreadable } from '../../../forms/unreadable.ts';
import { useFilter } from '../../../forms/filters/filters.ts';
import { Moment } from '../../../ui/moment.tsx';
import { useWords } from '../../../words.ts';

/** The value of the field. */
const LOCAL_MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

export function BalanceAt({ account: { id, currency } }: { account: Account }): ReactNode {
  const { t } = useWords();
  const utc_offset_minutes = useUtcOffset();
  const [local, setLocal] = useFilter('at');
  const [typed, setTyped] = useState(local);
  const at = LOCAL_MOMENT.test(local)
    ? new Date(Date.parse(`${local}:00Z`) - utc_offset_minutes * 60_000).toISOString()
    : null;
  const { data: held, error } = useRead('ledger.accounts.balance', at === null ? null : { account: id, at });
  const show = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    if (!hasUnreadable(event.currentTarget)) setLocal(typed);
  };
  return (
    <Stack gap="xs">
      <form onSubmit={show} noValidate>
        <Group align="flex-end" gap="xs">
          <MinuteField label={t('ledger.balance_at')} value={typed} onChange={setTyped} />
          <Button type="submit" variant="default">
            {t('ledger.show')}
          </Button>
        </Group>
      </form>
      {error && <ErrorAlert error={error} />}
      {held && (
        <Paper withBorder p="md" className="panel" role="status">
          <Facts
            facts={[
              [t('ledger.moment'), <Moment key="at" at={held.at} />],
              [
                t('ledger.balance_then'),
                <Money key="balance" minor={held.balance_minor} currency={currency} />,
              ],
              [
                t('ledger.available_then'),
                <Money key="available" minor={held.available_minor} currency={currency} />,
              ],
            ]}
          />
        </Paper>
      )}
    </Stack>
  );
}
