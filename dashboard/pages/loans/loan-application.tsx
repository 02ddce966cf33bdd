/** An application for a loan, with a preview of the loan and its checks while it is filled in. */
import { Grid, Group, Paper, Radio } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useCooperative } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { Choice } from '../../forms/fields/choice.tsx';
import { DraftNotice } from '../../forms/draft-notice.tsx';
import { useDraftForm } from '../../forms/draft.ts';
import type { Form } from '../../forms/form.ts';
import { SubmitForm } from '../../forms/submit-form.tsx';
import { TextField, type TextFieldProps } from '../../forms/fields/text-field.tsx';
import type { LoanProduct, Member } from '../../generated/wire.ts';
import { AmountField, useAmountReader } from '../../money/amount-field.tsx';
import { formatMoney } from '../../money/money.rules.ts';
import { MobileFields, usePayoutProviders } from '../../movement/mobile-fields.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';
import { takeMoney } from '../members/savings/payable-accounts.ts';
import { Applied } from './applied.tsx';
import { emptyRow, readApplication, type Application } from './application.ts';
import { GuarantorFields } from './guarantor-fields.tsx';
import { useLoanProducts } from './loan-products.ts';
import { MemberChoice } from './member-choice.tsx';
import { Preview } from './preview.tsx';
import { memberName } from './words.ts';
import './loans.css';

function emptyApplication(): Application {
  return {
    member: null,
    product_id: '',
    amount: '',
    term: '',
    purpose: '',
    source: 'savings',
    provider: '',
    savings_account_id: '',
    guarantors: [emptyRow()],
  };
}

const EMPTY = emptyApplication();

export function LoanApplication(): ReactNode {
  const { t } = useWords();
  const readAmount = useAmountReader();
  const currency = useCooperative()?.currency ?? '';
  const products = useLoanProducts('active');
  const submission = useSubmit('sacco.loans.apply');
  const [is_cleared, setCleared] = useState(false);
  const linked = useLinkedMember();
  const read = (values: Application): ReturnType<typeof readApplication> =>
    readApplication(withLinked(values), readAmount, {
      member: t('loan_application.choose_member'),
      product: t('loan_application.choose_product'),
      term: t('loan_application.enter_term'),
      guarantor: t('loan_application.choose_guarantor'),
      provider: t('movement.choose_provider'),
    });
  // The member of the address, until another one is chosen.
  const withLinked = (values: Application): Application =>
    values.member === null && linked && !is_cleared
      ? { ...values, member: { id: linked.id, label: memberName(linked) } }
      : values;
  const form = useDraftForm('loan_application', submission, EMPTY, (values) => read(values).faults);
  const { input, preview, faults } = read(form.values);
  const { member, product_id } = withLinked(form.values);
  const product = products?.find(({ id }) => id === product_id);
  const { data } = submission;
  const again = (): void => {
    form.clear();
    setCleared(true);
    submission.restart();
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
            <SubmitForm
              form={form}
              submitLabel={t('loan_application.apply')}
              onSubmit={async () => {
                if (input && (await submission.submit(input))) form.forget();
              }}
            >
              {form.is_draft && <DraftNotice onDiscard={again} />}
              <MemberChoice
                label={t('loans.member')}
                status="active"
                {...form.field('member', 'member_id')}
                value={member}
                onChange={(chosen) => {
                  setCleared(true);
                  form.change({ member: chosen, savings_account_id: '' });
                }}
              />
              <Choice
                label={t('loans.product')}
                options={[
                  { value: '', label: t('loan_application.choose') },
                  ...(products ?? []).map(({ id, name }) => ({ value: id, label: name })),
                ]}
                {...form.field('product_id')}
              />
              <AmountField
                label={t('amount.label')}
                currency={currency}
                description={product && amountBounds(product, currency, t)}
                {...form.field('amount', 'amount_minor')}
              />
              <TermField product={product} {...form.field('term')} />
              <TextField
                label={t('loan_application.purpose_optional')}
                maxLength={500}
                {...form.field('purpose')}
              />
              <DisburseTo form={form} currency={currency} />
              {form.values.source === 'savings' && <IntoAccount form={form} member={member?.id ?? null} />}
              <GuarantorFields
                {...form.field('guarantors')}
                currency={currency}
                wanted={product?.min_guarantors ?? 0}
                faults={form.was_sent ? faults : {}}
              />
            </SubmitForm>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Preview input={preview} currency={currency} />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

/** Offered where a provider pays out. */
function DisburseTo({ form, currency }: { form: Form<Application>; currency: string }): ReactNode {
  const { t } = useWords();
  const { source } = form.values;
  if (usePayoutProviders(currency).length === 0) return null;
  return (
    <>
      <Radio.Group
        label={t('movement.to')}
        value={source}
        onChange={(chosen) => form.change({ source: chosen })}
      >
        <Group mt={4}>
          <Radio value="savings" label={t('movement.savings')} disabled={form.sending.is_busy} />
          <Radio value="mobile" label={t('movement.mobile')} disabled={form.sending.is_busy} />
        </Group>
      </Radio.Group>
      {source === 'mobile' && <MobileFields form={form} currency={currency} />}
    </>
  );
}

/** Offered where the member has several accounts. */
function IntoAccount({ form, member }: { form: Form<Application>; member: string | null }): ReactNode {
  const { t } = useWords();
  const { data } = useRead('sacco.members.get', member === null ? null : { member });
  const accounts = takeMoney(data?.id === member ? (data?.savings_accounts ?? []) : []);
  if (accounts.length < 2) return null;
  const [usual, ...others] = accounts;
  return (
    <Choice
      label={t('loan_application.into_account')}
      options={[
        { value: '', label: usual?.product_name ?? '' },
        ...others.map(({ id, product_name }) => ({ value: id, label: product_name })),
      ]}
      {...form.field('savings_account_id')}
    />
  );
}

/** The member whom the address names: `?member=mem_…`. */
function useLinkedMember(): Member | undefined {
  const [params] = useSearchParams();
  const id = params.get('member');
  return useRead('sacco.members.get', id === null ? null : { member: id }).data;
}

function amountBounds(product: LoanProduct, currency: string, t: ReturnType<typeof useWords>['t']): string {
  return t('loan_application.amount_bounds', {
    least: formatMoney(product.min_amount_minor, currency),
    most: formatMoney(product.max_amount_minor, currency),
  });
}

interface TermFieldProps extends Pick<TextFieldProps, 'value' | 'onChange' | 'error' | 'disabled'> {
  product: LoanProduct | undefined;
}

function TermField({ product, ...field }: TermFieldProps): ReactNode {
  const { t, word } = useWords();
  return (
    <TextField
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
      inputMode="numeric"
      {...field}
    />
  );
}
