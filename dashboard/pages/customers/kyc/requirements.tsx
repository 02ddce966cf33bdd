/** What each KYC tier still requires, and the decision about it. */
import { Button, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import type { Customer, KycRequirements } from '../../../generated/wire.ts';
import { DataTable, Loading, type Column } from '../../../ui/data-table.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { Section } from '../../../ui/page/section.tsx';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';
import { DecideKyc, type KycChoice } from './decide-kyc.tsx';

export function Requirements({ customer }: { customer: Customer }): ReactNode {
  const { t } = useWords();
  const [choice, setChoice] = useState<KycChoice | null>(null);
  const { id } = customer;
  const tiers = [
    useRead('customers.kyc.requirements', { customer: id, tier: 1 }),
    useRead('customers.kyc.requirements', { customer: id, tier: 2 }),
    useRead('customers.kyc.requirements', { customer: id, tier: 3 }),
  ];
  const rows = tiers.flatMap(({ data }) => data ?? []);
  const error = tiers.find((tier) => tier.error)?.error ?? null;
  const is_open = customer.status !== 'closed';
  const columns: Column<KycRequirements>[] = [
    { header: t('requirements.tier'), cell: ({ tier }) => t('customers.tier', { tier }) },
    { header: t('requirements.missing'), cell: (row) => <Missing requirements={row} /> },
    {
      header: t('requirements.state'),
      cell: ({ tier, met }) =>
        tier <= customer.kyc_tier ? (
          <Status status="approved" />
        ) : (
          <Text span size="sm">
            {t(met ? 'requirements.met' : 'requirements.not_met')}
          </Text>
        ),
    },
    {
      header: t('requirements.decision'),
      cell: ({ tier, met }) =>
        is_open && met && tier !== customer.kyc_tier ? (
          <Button
            size="xs"
            variant={tier > customer.kyc_tier ? 'light' : 'default'}
            onClick={() => setChoice({ decision: 'approve', tier })}
          >
            {t(tier > customer.kyc_tier ? 'requirements.approve' : 'requirements.lower', { tier })}
          </Button>
        ) : (
          '–'
        ),
    },
  ];
  return (
    <Section
      title={t('requirements.title')}
      actions={
        is_open && (
          <Button variant="default" size="xs" onClick={() => setChoice({ decision: 'reject' })}>
            {t('requirements.reject')}
          </Button>
        )
      }
    >
      {error && <ErrorAlert error={error} />}
      {rows.length < tiers.length && !error ? (
        <Loading />
      ) : (
        <DataTable
          name={t('requirements.title')}
          columns={columns}
          rows={rows}
          rowKey={({ tier }) => String(tier)}
        />
      )}
      {choice && <DecideKyc customer={customer} choice={choice} onClose={() => setChoice(null)} />}
    </Section>
  );
}

function Missing({ requirements: { met, missing } }: { requirements: KycRequirements }): ReactNode {
  const { t, word, language } = useWords();
  if (met) return t('requirements.nothing');
  const either = new Intl.ListFormat(language, { type: 'disjunction' });
  return (
    <ul className="plain-list">
      {missing.map(({ requirement, any_of }) => (
        <li key={requirement}>
          {word('requirement', requirement)}
          {any_of.length > 1 && (
            <Text span size="xs" c="dimmed">
              {' '}
              ({either.format(any_of.map((type) => word('doc_type', type)))})
            </Text>
          )}
        </li>
      ))}
    </ul>
  );
}
