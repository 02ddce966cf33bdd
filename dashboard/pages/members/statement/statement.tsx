/** A member's statement over a range of days; printed, or downloaded as CSV or PDF. */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useParams, useSearchParams } from 'wouter';
import { useCooperative } from '../../../api/me.ts';
import type { InputOf } from '../../../api/operations.ts';
import { usePages, useRead } from '../../../api/reads.ts';
import type { Member } from '../../../generated/wire.ts';
import { Loading } from '../../../ui/data-table.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { DateRangeFields } from '../../../forms/fields/date-field.tsx';
import { monthOf } from '../../../forms/fields/date.rules.ts';
import { DownloadButton, PdfButton } from '../../../ui/download-button.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { LocalDates, useToday } from '../../../ui/moment.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { PaperHead } from '../../../ui/page/paper-parts.tsx';
import { usePaper } from '../../../ui/page/paper.ts';
import { useWords } from '../../../words.ts';
import { readStatementCsv } from './download-statement.ts';
import { joinAccounts } from './statement.rules.ts';
import { StatementTable } from './statement-table.tsx';
import './statement.css';

export function Statement(): ReactNode {
  const { t } = useWords();
  const { id = '' } = useParams();
  usePaper('a4');
  const [params] = useSearchParams();
  const today = useToday();
  const currency = useCooperative()?.currency;
  const from = params.get('from') ?? monthOf(today);
  const to = params.get('to') ?? today;
  const { data: member, error: member_error } = useRead('sacco.members.get', { member: id });
  const input = { member: id, from, to };
  const list = usePages('sacco.members.statement', input);
  const accounts = joinAccounts(list.pages.flatMap((page) => page.accounts));
  const error = member_error ?? list.error;
  return (
    <Page
      title={t('statement.title')}
      back={{ href: `/members/${id}`, label: member?.full_name ?? t('members.one') }}
      actions={
        member &&
        !error && (
          <Paperwork
            // Only a complete statement is printed.
            isWhole={!list.has_more && !list.is_loading}
            input={input}
            fileName={`statement-${member.member_no.replaceAll('/', '-')}-${from}-${to}`}
          />
        )
      }
    >
      <Range key={`${from} ${to}`} from={from} to={to} error={list.error} />
      {error && <ErrorAlert error={error} shownFields={['from', 'to']} />}
      {!error && (list.is_loading || !member || currency === undefined) && <Loading />}
      {!error && member && currency !== undefined && accounts.length > 0 && (
        <Stack gap="lg" className="statement">
          <Head member={member} from={from} to={to} />
          {accounts.map((account) => (
            <StatementTable
              key={`${account.kind} ${account.loan_id ?? ''}`}
              account={account}
              currency={currency}
              from={from}
              to={to}
            />
          ))}
        </Stack>
      )}
      <LoadMore list={list} />
    </Page>
  );
}

function Range({ from, to, error }: { from: string; to: string; error: Error | null }): ReactNode {
  const { t } = useWords();
  const [, setParams] = useSearchParams();
  const [first, setFirst] = useState(from);
  const [last, setLast] = useState(to);
  const show = (event: FormEvent): void => {
    event.preventDefault();
    setParams({ from: first, to: last });
  };
  return (
    <form onSubmit={show} className="no-print" noValidate>
      <Group gap="sm" align="flex-end">
        <DateRangeFields from={first} to={last} setFrom={setFirst} setTo={setLast} error={error} />
        <Button type="submit" variant="light" disabled={first === '' || last === ''}>
          {t('statement.show')}
        </Button>
      </Group>
    </form>
  );
}

function Head({ member, from, to }: { member: Member; from: string; to: string }): ReactNode {
  const { t } = useWords();
  return (
    <div className="statement-head">
      <PaperHead title={t('statement.title')} />
      <p>
        <strong>{member.full_name}</strong> · {member.member_no}
        {member.phone !== null && ` · ${member.phone}`}
      </p>
      <p>
        <LocalDates from={from} to={to} />
      </p>
    </div>
  );
}

interface PaperworkProps {
  isWhole: boolean;
  input: InputOf<'sacco.members.statement'>;
  /** Without its ending. */
  fileName: string;
}

function Paperwork({ isWhole, input, fileName }: PaperworkProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <Button variant="default" disabled={!isWhole} onClick={() => window.print()}>
        {t('statement.print')}
      </Button>
      <DownloadButton
        label={t('statement.download')}
        fileName={`${fileName}.csv`}
        read={() => readStatementCsv(input)}
      />
      <PdfButton operation="sacco.members.statement" input={input} fileName={fileName} />
      {!isWhole && (
        <Text size="xs" c="dimmed">
          {t('statement.load_all')}
        </Text>
      )}
    </>
  );
}
