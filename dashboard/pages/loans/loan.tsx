/** One loan: what is owed today, its schedule, its guarantors, its repayment and write-off. */
import { Button, Paper, SimpleGrid } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { Link, useParams } from 'wouter';
import { usePreview } from '../../api/preview.ts';
import { useRead } from '../../api/reads.ts';
import type { Loan as LoanFacts } from '../../generated/wire.ts';
import { formatBps } from '../../money/money.rules.ts';
import { Money } from '../../money/money.tsx';
import { remaining } from '../../money/remaining.rules.ts';
import { useEntry } from '../../movement/entry-outcome.tsx';
import { MovementDialog } from '../../movement/movement-dialog.tsx';
import { PageSkeleton } from '../../ui/skeletons.tsx';
import { PdfButton } from '../../ui/download-button.tsx';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { Facts } from '../../ui/facts.tsx';
import { FigureCard } from '../../ui/figure-card.tsx';
import { LinkNotice } from '../../ui/link-notice.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { Page } from '../../ui/page/page.tsx';
import { PaperHead, Signatures } from '../../ui/page/paper-parts.tsx';
import { usePaper } from '../../ui/page/paper.ts';
import { Progress } from '../../ui/progress.tsx';
import { Status } from '../../ui/status.tsx';
import { useWords } from '../../words.ts';
import { ArrearsHistory } from './arrears-history.tsx';
import { Guarantors } from './guarantors.tsx';
import { useLoanProducts } from './loan-products.ts';
import { RepayAmounts } from './repay-amounts.tsx';
import { ScheduleTable } from './schedule-table.tsx';
import { useLoanStatusWords, useTermWords } from './words.ts';
import { WriteOffDialog } from './write-off-dialog.tsx';

export function Loan(): ReactNode {
  const { t } = useWords();
  const { id } = useParams<{ id: string }>();
  const { data: loan, error } = useRead('sacco.loans.get', { loan: id });
  const back = { href: '/loans', label: t('nav.loans') };
  if (error) {
    return (
      <Page title={t('loans.loan')} back={back}>
        <ErrorAlert error={error} />
      </Page>
    );
  }
  if (!loan) return <PageSkeleton />;
  return <Shown loan={loan} back={back} />;
}

function Shown({ loan, back }: { loan: LoanFacts; back: { href: string; label: string } }): ReactNode {
  const { t } = useWords();
  const statusWord = useLoanStatusWords();
  const [opened, setOpened] = useState<'repay' | 'pay_off' | 'write_off' | null>(null);
  const close = (): void => setOpened(null);
  const { currency, payoff_minor } = loan;
  const is_offer = loan.status === 'applied';
  const has_begun = loan.disbursed_at !== null;
  const is_open = loan.status === 'open';
  const product = useLoanProducts()?.find(({ id }) => id === loan.product_id);
  const { data: history } = useRead('sacco.loans.history', has_begun ? { loan: loan.id } : null);
  usePaper('a4');
  return (
    <Page
      title={
        product
          ? `${loan.member.full_name} · ${product.name}`
          : t('loans.loan_of', { name: loan.member.full_name })
      }
      beside={<Status status={loan.status} text={statusWord(loan.status)} />}
      back={back}
      actions={
        <>
          {is_open && (
            <>
              <Button onClick={() => setOpened('repay')}>{t('loans.repay')}</Button>
              <Button variant="default" onClick={() => setOpened('pay_off')}>
                {t('loans.pay_off_today')}
              </Button>
            </>
          )}
          {has_begun && (
            <PdfButton
              operation="sacco.loans.get"
              input={{ loan: loan.id }}
              fileName={`schedule-${loan.id}`}
              label={t('paper.schedule')}
            />
          )}
          <Button variant="default" onClick={() => window.print()}>
            {t('receipt.print_now')}
          </Button>
          {is_open && (
            <MoreMenu
              actions={[
                { label: t('loans.write_off'), onClick: () => setOpened('write_off'), isDanger: true },
              ]}
            />
          )}
        </>
      }
    >
      <PaperHead title={t(is_offer ? 'loans.offer' : 'loans.loan_of', { name: loan.member.full_name })}>
        {loan.member.member_no} · {loan.id}
      </PaperHead>
      {is_offer && <Applied loan={loan} />}
      <SimpleGrid cols={{ base: 1, xs: 3 }}>
        <FigureCard
          label={t('loans.outstanding')}
          hint={
            has_begun && loan.status !== 'written_off' ? <Repaid loan={loan} /> : t('loans.outstanding_hint')
          }
        >
          <Money minor={loan.outstanding_minor} currency={currency} />
        </FigureCard>
        <FigureCard label={t('loans.payoff')} hint={t('loans.payoff_hint')}>
          <Money minor={payoff_minor} currency={currency} />
        </FigureCard>
        <FigureCard label={t('loans.days_past_due')}>
          <span className={loan.days_past_due > 0 ? 'needs-attention' : undefined}>{loan.days_past_due}</span>
        </FigureCard>
      </SimpleGrid>
      <Terms loan={loan} />
      {is_offer ? (
        <ExpectedSchedule loan={loan} />
      ) : (
        <ScheduleTable
          name={t('loans.schedule')}
          schedule={loan.schedule}
          currency={currency}
          empty={t('loans.no_schedule')}
          history={history?.installments ?? []}
        />
      )}
      {history && <ArrearsHistory arrears={history.arrears} />}
      <Guarantors loan={loan} />
      <Signatures names={[t('loans.member'), t('loans.for_cooperative')]} />
      {(opened === 'repay' || opened === 'pay_off') && (
        <MovementDialog
          movement="repayment"
          input={{ loan: loan.id }}
          currency={currency}
          {...(opened === 'pay_off' ? { firstMinor: payoff_minor } : {})}
          onClose={close}
          after={(amount_minor) =>
            remaining(payoff_minor, amount_minor, undefined, 'movement.exceeds_payoff')
          }
        >
          {(amount) => <RepayAmounts loanId={loan.id} currency={currency} amount={amount} />}
        </MovementDialog>
      )}
      {opened === 'write_off' && <WriteOffDialog loan={loan} onClose={close} />}
    </Page>
  );
}

/** How much of the principal is repaid. */
function Repaid({ loan: { principal_minor, outstanding_minor } }: { loan: LoanFacts }): ReactNode {
  const { t } = useWords();
  return (
    <Progress
      partMinor={BigInt(principal_minor) - BigInt(outstanding_minor)}
      wholeMinor={principal_minor}
      label={t('loans.principal_repaid')}
    />
  );
}

/** As it would be, were the loan disbursed today. */
function ExpectedSchedule({ loan }: { loan: LoanFacts }): ReactNode {
  const { t } = useWords();
  const { member_id, product_id, principal_minor: amount_minor, term } = loan;
  const { data } = usePreview('sacco.loans.apply', { member_id, product_id, amount_minor, term });
  return (
    <ScheduleTable
      name={t('loans.expected_schedule')}
      schedule={data?.schedule ?? []}
      currency={loan.currency}
      empty={t('loans.no_schedule')}
      isPreview
    />
  );
}

/** It waits for a second person, or is being paid out. */
function Applied({ loan }: { loan: LoanFacts }): ReactNode {
  const { t } = useWords();
  const entry = useEntry(loan.disburse_to === 'mobile' ? loan.entry_id : null);
  return entry?.status === 'paying' ? (
    <LinkNotice href={`/entries/${entry.id}`}>{t('movement.being_paid')}</LinkNotice>
  ) : (
    <LinkNotice href="/approvals">{t('movement.waiting')}</LinkNotice>
  );
}

/** The savings account that takes it, where the member has several. */
function useDisbursedInto({ member_id, savings_account_id }: LoanFacts): string | undefined {
  const { data } = useRead('sacco.members.get', savings_account_id === null ? null : { member: member_id });
  const accounts = data?.savings_accounts ?? [];
  return accounts.length > 1 ? accounts.find(({ id }) => id === savings_account_id)?.product_name : undefined;
}

function Terms({ loan }: { loan: LoanFacts }): ReactNode {
  const { t, word } = useWords();
  const inWords = useTermWords();
  const product = useLoanProducts()?.find(({ id }) => id === loan.product_id);
  const into = useDisbursedInto(loan);
  const money = (minor: number): ReactNode => <Money minor={minor} currency={loan.currency} />;
  const day = (at: string | null): ReactNode =>
    at === null ? undefined : <Moment at={at} withTime={false} />;
  return (
    <Paper withBorder p="md" className="panel">
      <Facts
        facts={[
          [
            t('loans.member'),
            <Link key="member" href={`/members/${loan.member_id}`}>
              {loan.member.full_name} · {loan.member.member_no}
            </Link>,
          ],
          [t('loans.product'), product?.name],
          [t('loans.principal'), money(loan.principal_minor)],
          [t('loans.fee'), money(loan.fee_minor)],
          [t('loans.rate'), `${formatBps(loan.rate_bps)} · ${word('loan_method', loan.method)}`],
          [t('loans.term'), inWords(loan, loan.term)],
          [t('loans.purpose'), loan.purpose ?? undefined],
          [t('loans.disburse_to'), loan.disburse_to === 'mobile' ? t('movement.mobile') : into],
          [t('loans.paybill_account_number'), loan.paybill_account_number],
          [t('loans.applied_on'), day(loan.created_at)],
          [t('loans.disbursed_on'), day(loan.disbursed_at)],
          [t('loans.closed_on'), day(loan.closed_at)],
        ]}
      />
    </Paper>
  );
}
