/** One employer: what it is to deduct for a month, what is short of it, and what it has remitted. */
import { Button, Group, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { useList, useRead } from '../../api/reads.ts';
import { useFilter } from '../../forms/filters/filters.ts';
import { TextField } from '../../forms/fields/text-field.tsx';
import { Money } from '../../money/money.tsx';
import { moneyColumn } from '../../money/money-column.tsx';
import { Loading } from '../../ui/data-table.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { CsvButton } from '../../ui/download-button.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { LongTable } from '../../ui/long-table.tsx';
import { Moment, useDateNames, useToday } from '../../ui/moment.tsx';
import { Page } from '../../ui/page/page.tsx';
import { Section } from '../../ui/page/section.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { RemitDialog } from './remit-dialog.tsx';

const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/;

export function Employer(): ReactNode {
  const { t } = useWords();
  const { id } = useParams<{ id: string }>();
  const [month, setMonth] = useFilter('month', useToday().slice(0, 7));
  const { monthName } = useDateNames();
  const { data: employer, error } = useRead('sacco.employers.get', { employer: id });
  const back = { href: '/employers', label: t('employers.title') };
  if (!employer)
    return (
      <Page title={t('employers.title')} back={back}>
        {error ? <ErrorAlert error={error} /> : <Loading />}
      </Page>
    );
  return (
    <Page title={employer.name} back={back}>
      <TextField
        label={t('employers.month')}
        maw={200}
        maxLength={7}
        description={MONTH.test(month) && monthName(month)}
        value={month}
        onChange={setMonth}
        error={MONTH.test(month) ? undefined : t('employers.give_month')}
      />
      {MONTH.test(month) && <Advice id={id} month={month} />}
      <Remittances id={id} />
    </Page>
  );
}

interface OfEmployer {
  id: string;
}

function Advice({ id, month }: OfEmployer & { month: string }): ReactNode {
  const { t } = useWords();
  const [is_remitting, setRemitting] = useState(false);
  const { data: advice } = useRead('sacco.employers.advice', { employer: id, month });
  const { data: report } = useRead('sacco.reports.checkOff', { employer_id: id, month });
  if (!advice || !report) return <Loading />;
  const { currency } = advice;
  const of_member = new Map(report.members.map((row) => [row.member_id, row]));
  const money = (minor: number | bigint): ReactNode => <Money minor={minor} currency={currency} />;
  return (
    <Section
      title={t('employers.advice')}
      actions={
        <Group gap="sm">
          <CsvButton
            operation="sacco.employers.advice"
            input={{ employer: id, month }}
            fileName={`advice-${month}`}
          />
          <Button onClick={() => setRemitting(true)}>{t('employers.remit')}</Button>
        </Group>
      }
    >
      <Text>
        {t('employers.total')} {money(advice.total_minor)}
      </Text>
      <LongTable
        currency={currency}
        name={t('employers.advice')}
        rows={advice.rows}
        rowKey={({ member_id }) => member_id}
        columns={[
          { header: t('employers.payroll_no'), cell: ({ payroll_no }) => payroll_no ?? '–' },
          {
            header: t('batches.member'),
            cell: ({ member_id, full_name }) => <Link href={`/members/${member_id}`}>{full_name}</Link>,
          },
          {
            header: t('employers.contribution'),
            isFigure: true,
            cell: (row) => money(row.contribution_minor),
          },
          {
            header: t('employers.installments'),
            isFigure: true,
            cell: ({ total_minor, contribution_minor }) =>
              money(BigInt(total_minor) - BigInt(contribution_minor)),
          },
          { header: t('employers.expected'), isFigure: true, cell: (row) => money(row.total_minor) },
          {
            header: t('employers.remitted'),
            isFigure: true,
            cell: ({ member_id }) => money(of_member.get(member_id)?.remitted_minor ?? 0),
          },
          {
            header: t('employers.short'),
            isFigure: true,
            cell: ({ member_id, total_minor }) => money(of_member.get(member_id)?.short_minor ?? total_minor),
          },
        ]}
      />
      {is_remitting && (
        <RemitDialog employer={id} month={month} currency={currency} onClose={() => setRemitting(false)} />
      )}
    </Section>
  );
}

function Remittances({ id }: OfEmployer): ReactNode {
  const { t } = useWords();
  const { monthName } = useDateNames();
  const remittances = useList('sacco.employers.remittances.list', { employer: id });
  return (
    <ListTable
      name={t('employers.remittances')}
      showName
      list={remittances}
      rowKey={(each) => each.id}
      columns={[
        { header: t('treasury.when'), cell: ({ created_at }) => <Moment at={created_at} /> },
        {
          header: t('employers.month'),
          cell: ({ id: batch, month }) => (
            <Link href={`/batches/${batch}`}>{month === null ? '–' : monthName(month)}</Link>
          ),
        },
        moneyColumn(t('amount.label'), 'total_minor'),
        { header: t('treasury.status'), cell: (each) => <Status status={each.status} /> },
      ]}
    />
  );
}
