/** Applying for a loan: while it is filled in the page shows what it would come to, and what it must meet. */
import { Button, Grid, Group, Paper, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import { useSubmission } from '../../api/submission.ts';
import type { Loan, LoanProduct, Member } from '../../generated/wire.ts';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { Choice } from '../../ui/choice.tsx';
import { ErrorAlert, fieldError } from '../../ui/error-alert.tsx';
import { Page } from '../../ui/page.tsx';
import { Checking } from '../../ui/submit-dialog.tsx';
import { useWords } from '../../words.ts';
import { Applied } from './applied.tsx';
import { emptyRow, readApplication, type Application } from './application.ts';
import { GuarantorFields } from './guarantor-fields.tsx';
import { useLoanProducts } from './loan-products.ts';
import { MemberChoice } from './member-choice.tsx';
import { Preview } from './preview.tsx';
import { memberName } from './words.ts';
import './loans.css';

function emptyApplication(): Application {
  return { member: null, product_id: '', amount: '', term: '', purpose: '', guarantors: [emptyRow()] };
}

export function LoanApplication(): ReactNode {
  const { t } = useWords();
  const readAmount = useAmountReader();
  const currency = useCooperative()?.currency ?? '';
  const products = useLoanProducts('active');
  const submission = useSubmission<Loan>();
  const [filled, setFilled] = useState(emptyApplication);
  const [is_cleared, setCleared] = useState(false);
  const [was_sent, setWasSent] = useState(false);
  const linked = useLinkedMember();
  const { state, is_busy, submit, restart, error, data } = submission;
  // The member of the address, until another one is chosen.
  const application =
    filled.member === null && linked && !is_cleared
      ? { ...filled, member: { id: linked.id, label: memberName(linked) } }
      : filled;
  const product = products?.find(({ id }) => id === application.product_id);
  const { body, faults } = readApplication(application, readAmount, {
    member: t('loan_application.choose_member'),
    product: t('loan_application.choose_product'),
    term: t('loan_application.enter_term'),
    guarantor: t('loan_application.choose_guarantor'),
  });
  const shown_faults = was_sent ? faults : {};
  const change = (fields: Partial<Application>): void => setFilled({ ...application, ...fields });
  const apply = (event: FormEvent): void => {
    event.preventDefault();
    setWasSent(true);
    if (body && !is_busy) void submit({ path: '/api/v1/sacco/loans', body });
  };
  const again = (): void => {
    setFilled(emptyApplication());
    setCleared(true);
    setWasSent(false);
    restart();
  };
  const back = { href: '/loans', label: t('nav.loans') };
  if (data) {
    return (
      <Page title={t('loan_application.title')} back={back}>
        <Applied loan={data} onAgain={again} />
      </Page>
    );
  }
  return (
    <Page title={t('loan_application.title')} back={back}>
      <Grid gap="xl">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Paper withBorder p="lg" className="panel">
            <form onSubmit={apply} noValidate>
              <Stack>
                <MemberChoice
                  label={t('loans.member')}
                  status="active"
                  value={application.member}
                  onChange={(member) => {
                    setCleared(true);
                    change({ member });
                  }}
                  error={shown_faults['member'] ?? fieldError(error, 'member_id')}
                  disabled={is_busy}
                />
                <Choice
                  label={t('loans.product')}
                  value={application.product_id}
                  onChange={(product_id) => change({ product_id })}
                  options={[
                    { value: '', label: t('loan_application.choose') },
                    ...(products ?? []).map(({ id, name }) => ({ value: id, label: name })),
                  ]}
                  error={shown_faults['product'] ?? fieldError(error, 'product_id')}
                  disabled={is_busy}
                />
                <AmountField
                  label={t('amount.label')}
                  currency={currency}
                  value={application.amount}
                  onChange={(amount) => change({ amount })}
                  description={product && amountBounds(product, currency, t)}
                  error={shown_faults['amount'] ?? fieldError(error, 'amount_minor')}
                  disabled={is_busy}
                />
                <TermField
                  product={product}
                  value={application.term}
                  onChange={(term) => change({ term })}
                  error={shown_faults['term'] ?? fieldError(error, 'term')}
                  disabled={is_busy}
                />
                <TextInput
                  label={t('loans.purpose')}
                  description={t('loan_application.optional')}
                  value={application.purpose}
                  onChange={(event) => change({ purpose: event.currentTarget.value })}
                  error={fieldError(error, 'purpose')}
                  maxLength={500}
                  autoComplete="off"
                  disabled={is_busy}
                />
                <GuarantorFields
                  rows={application.guarantors}
                  onChange={(guarantors) => change({ guarantors })}
                  currency={currency}
                  wanted={product?.min_guarantors ?? 0}
                  faults={shown_faults}
                  disabled={is_busy}
                />
                {error && <ErrorAlert error={error} />}
                <Checking is_checking={state.step === 'checking'} />
                <Group justify="flex-end">
                  <Button type="submit" disabled={is_busy}>
                    {is_busy ? t('submit.working') : t('loan_application.apply')}
                  </Button>
                </Group>
              </Stack>
            </form>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Preview body={body} currency={currency} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** The member whom the address names: `?member=mem_…`. */
function useLinkedMember(): Member | undefined {
  const [params] = useSearchParams();
  const id = params.get('member');
  return useRead<Member>(id === null ? null : `/api/v1/sacco/members/${id}`).data;
}

function amountBounds(product: LoanProduct, currency: string, t: ReturnType<typeof useWords>['t']): string {
  return t('loan_application.amount_bounds', {
    least: formatMoney(product.min_amount_minor, currency),
    most: formatMoney(product.max_amount_minor, currency),
  });
}

interface TermFieldProps {
  product: LoanProduct | undefined;
  value: string;
  onChange: (term: string) => void;
  error: string | undefined;
  disabled: boolean;
}

function TermField({ product, value, onChange, ...rest }: TermFieldProps): ReactNode {
  const { t, word } = useWords();
  return (
    <TextInput
      label={t('loans.term')}
      description={
        product
          ? t('loan_application.term_bounds', {
              least: product.min_term,
              most: product.max_term,
              frequency: word('loan_frequency', product.frequency),
            })
          : t('loan_application.term_hint')
      }
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      inputMode="numeric"
      autoComplete="off"
      {...rest}
    />
  );
}
