/** An accepted application, which waits for a second person. */
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Loan } from '../../generated/wire.ts';
import { formatMoney } from '../../money/money.rules.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { useWords } from '../../words.ts';

export function Applied({ loan, onAgain }: { loan: Loan; onAgain: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Stack maw={560}>
      <Alert role="status" color="yellow" variant="light">
        <Text fw={600}>
          <Link href="/approvals?tab=mine" className="lone-link">
            {t('movement.waiting')}
          </Link>
        </Text>
        <Text size="sm">
          {t('loan_application.applied', {
            amount: formatMoney(loan.principal_minor, loan.currency),
            name: loan.member.full_name,
          })}
        </Text>
      </Alert>
      <Group>
        <LinkButton href={`/loans/${loan.id}`}>{t('loan_application.open_loan')}</LinkButton>
        <Button variant="default" onClick={onAgain}>
          {t('loan_application.another')}
        </Button>
      </Group>
    </Stack>
  );
}
