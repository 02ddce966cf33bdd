/** Who answers for a loan, what each has answered, and how a guarantor is asked again or heard in person. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link } from 'wouter';
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx';
import type { Guarantor, Loan } from '../../generated/wire.ts';
import { moneyColumn } from '../../money/money-column.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { PdfButton } from '../../ui/download-button.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { sayDone } from '../../ui/toast.ts';
import { useWords } from '../../words.ts';
import { DecisionDialog } from './decision-dialog.tsx';

/** How staff record what a guarantor has decided. */
const WAYS = ['code', 'in_person'] as const;

export function Guarantors({ loan }: { loan: Loan }): ReactNode {
  const { t } = useWords();
  const { id, guarantors, currency } = loan;
  const asks = loan.guarantor_consent === 'required';
  const [opened, setOpened] = useState<{ guarantor: Guarantor; what: 'ask' | 'code' | 'in_person' } | null>(
    null,
  );
  const close = (): void => setOpened(null);
  const columns: Column<Guarantor>[] = [
    {
      header: t('loans.member'),
      cell: ({ member }) => (
        <Link href={`/members/${member.id}`}>
          {member.full_name} · {member.member_no}
        </Link>
      ),
    },
    moneyColumn(t('loans.pledge'), 'amount_minor', currency),
    moneyColumn(t('loans.called'), 'called_minor', currency),
    { header: t('loans.status'), cell: ({ status }) => <Status status={status} /> },
    ...(asks ? [{ header: t('consent.title'), cell: (each: Guarantor) => <Answer guarantor={each} /> }] : []),
    {
      header: t('paper.form'),
      cell: ({ member }) => (
        <PdfButton
          operation="sacco.loans.guarantee"
          input={{ loan: id, member: member.id }}
          fileName={`guarantee-${id}-${member.id}`}
          about={member.full_name}
          size="compact-sm"
        />
      ),
    },
    ...(asks && loan.status === 'applied'
      ? [
          {
            header: t('consent.actions'),
            cell: (guarantor: Guarantor) => (
              <Group gap="xs" className="row-actions">
                {guarantor.status !== 'pledged' && (
                  <Button size="xs" variant="default" onClick={() => setOpened({ guarantor, what: 'ask' })}>
                    {t('consent.ask_again')}
                  </Button>
                )}
                {(guarantor.status === 'requested' || guarantor.status === 'pledged') &&
                  WAYS.map((what) => (
                    <Button
                      key={what}
                      size="xs"
                      variant="default"
                      onClick={() => setOpened({ guarantor, what })}
                    >
                      {t(what === 'code' ? 'consent.code' : 'consent.in_person')}
                    </Button>
                  ))}
              </Group>
            ),
          },
        ]
      : []),
  ];
  return (
    <>
      <DataTable
        currency={currency}
        name={t('loans.guarantors')}
        showName
        rows={guarantors}
        rowKey={({ member_id }) => member_id}
        columns={columns}
      />
      {opened?.what === 'ask' && (
        <ConfirmDialog
          title={t('consent.ask_again_question', { name: opened.guarantor.member.full_name })}
          verb={t('consent.ask_again')}
          operation="sacco.loans.requestConsent"
          input={{ loan: id, member: opened.guarantor.member_id }}
          isDanger={false}
          onClose={close}
          onDone={() => sayDone(t('consent.asked', { name: opened.guarantor.member.full_name }))}
        >
          {t('consent.ask_again_means')}
        </ConfirmDialog>
      )}
      {opened !== null && opened.what !== 'ask' && (
        <DecisionDialog loanId={id} guarantor={opened.guarantor} how={opened.what} onClose={close} />
      )}
    </>
  );
}

function Answer({ guarantor: { consent } }: { guarantor: Guarantor }): ReactNode {
  const { t, word } = useWords();
  if (!consent) return '–';
  const { status, method, decided_at, expires_at, memo, file_id } = consent;
  return (
    <Stack gap={2} align="flex-start" component="span" display="inline-flex">
      <Status status={status} />
      {decided_at !== null && method !== null ? (
        <Text span size="xs" c="dimmed" className="sentence">
          {word('consent_method', method)} · <Moment at={decided_at} />
        </Text>
      ) : (
        status === 'requested' && (
          <Text span size="xs" c="dimmed" className="sentence">
            {t('consent.until')} <Moment at={expires_at} />
          </Text>
        )
      )}
      {memo !== null && (
        <Text span size="xs">
          {memo}
        </Text>
      )}
      {file_id !== null && <FileButton fileId={file_id} label={t('consent.open_form')} />}
    </Stack>
  );
}
