/** The wallet or member that a payment is for, if it is for one. */
import { Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useRead } from '../../api/reads.ts';
import type { Payment } from '../../generated/wire.ts';
import { Section } from '../../ui/page/section.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords, type TextId } from '../../words.ts';
import { CustomerLink } from '../customers/customer-link.tsx';
import { TopupActions } from '../wallets/topup-actions.tsx';

const PURPOSES: Record<string, TextId> = {
  savings: 'payments.for_savings',
  shares: 'payments.for_shares',
  loan_repayment: 'payments.for_loan',
};
const LOOK_EVERY_MS = 3_000;

export function PaymentDestination({ payment }: { payment: Payment }): ReactNode {
  const { wallet_customer_id, sacco_member_id } = payment.metadata;
  if (typeof wallet_customer_id === 'string')
    return <TopupState paymentId={payment.id} customerId={wallet_customer_id} />;
  if (typeof sacco_member_id === 'string')
    return <MemberCredit memberId={sacco_member_id} purpose={payment.metadata['sacco_purpose']} />;
  return null;
}

function TopupState({ paymentId, customerId }: { paymentId: string; customerId: string }): ReactNode {
  const { t, word } = useWords();
  const { data: topup } = useRead('walletTopups.get', { payment: paymentId }, { every_ms: LOOK_EVERY_MS });
  return (
    <Section title={t('payments.for_wallet')}>
      <Paper withBorder p="md" className="panel">
        <Group gap="md" justify="space-between">
          <Group gap="sm">
            <CustomerLink id={customerId} />
            {topup && <Status status={topup.status} />}
            {topup?.reason && (
              <Text span size="sm">
                {word('topup_reason', topup.reason)}
              </Text>
            )}
          </Group>
          {topup && <TopupActions topup={topup} />}
        </Group>
      </Paper>
    </Section>
  );
}

function MemberCredit({ memberId, purpose }: { memberId: string; purpose: unknown }): ReactNode {
  const { t } = useWords();
  const { data: member } = useRead('sacco.members.get', { member: memberId });
  const kind = typeof purpose === 'string' ? purpose : 'savings';
  return (
    <Section title={t(PURPOSES[kind] ?? 'payments.for_savings')}>
      <Paper withBorder p="md" className="panel">
        <Link href={`/members/${memberId}`}>{member?.full_name ?? memberId}</Link>
      </Paper>
    </Section>
  );
}
