/** The dialog of everything that has an amount: the amount, its effect, and a button that repeats it. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Sending } from '../api/submit.ts';
import { AmountField, useAmountReader } from '../money/amount-field.tsx';
import { formatMoney } from '../money/money.rules.ts';
import { useWords, type TextId } from '../words.ts';
import { useForm, type Faults, type Form } from './form.ts';
import { SubmitDialog, type SubmitDialogProps } from './submit-form.tsx';

interface WithAmount {
  amount: string;
}

/** @param faultsOf of the other fields */
export function useAmountForm<Values extends WithAmount>(
  sending: Sending,
  initial: Values | (() => Values),
  faultsOf: (values: Values) => Faults<Values> = () => ({}),
): Form<Values> {
  const readAmount = useAmountReader();
  return useForm(sending, initial, (values) => ({
    ...faultsOf(values),
    amount: readAmount(values.amount).error,
  }));
}

export interface AmountDialogProps<Values extends WithAmount> extends Omit<
  SubmitDialogProps,
  'form' | 'submitLabel' | 'onSubmit' | 'isMovement' | 'children'
> {
  form: Form<Values>;
  /** '' while it is not known. */
  currency: string;
  /** The button once there is an amount: `Deposit {{amount}}`. */
  verb: TextId;
  onSubmit: (amount_minor: number) => unknown;
  /** The balance that would result, or a sentence about it; null: nothing is shown. */
  after?: (amount_minor: number) => Balance | string | null;
  /** The focus begins in a field before the amount. */
  isLater?: boolean;
  /** Before the amount. */
  children?: ReactNode;
  /** After it. */
  more?: ReactNode;
}

export interface Balance {
  minor: number | bigint;
  /** Which balance it is. */
  name?: string | undefined;
  /** Said of a balance below zero, with `amount`: such an amount is not sent. */
  exceeded?: TextId;
}

export function AmountDialog<Values extends WithAmount>(props: AmountDialogProps<Values>): ReactNode {
  const { form, currency, verb, onSubmit, after, isLater = false, children, more, ...dialog } = props;
  const { t } = useWords();
  const { minor } = useAmountReader()(form.values.amount);
  const next = minor === null ? null : after?.(minor);
  const is_too_much = typeof next === 'object' && next !== null && isExceeded(next);
  return (
    <SubmitDialog
      {...dialog}
      form={form}
      submitLabel={
        minor === null || currency === '' ? dialog.title : t(verb, { amount: formatMoney(minor, currency) })
      }
      onSubmit={() => minor !== null && !is_too_much && onSubmit(minor)}
      isMovement
    >
      {children}
      <AmountField
        label={t('amount.label')}
        currency={currency}
        autoFocus={!isLater}
        {...form.field('amount', 'amount_minor', 'amount')}
      />
      {next && <AfterThis balance={next} currency={currency} wasSent={form.was_sent} />}
      {more}
    </SubmitDialog>
  );
}

function isExceeded({ minor, exceeded }: Balance): boolean {
  return exceeded !== undefined && BigInt(minor) < 0n;
}

interface AfterThisProps {
  balance: Balance | string;
  currency: string;
  /** What is too much has been tried, and is reported as a fault. */
  wasSent: boolean;
}

function AfterThis({ balance, currency, wasSent }: AfterThisProps): ReactNode {
  const { t } = useWords();
  if (typeof balance === 'object' && balance.exceeded && isExceeded(balance)) {
    const excess = formatMoney(-BigInt(balance.minor), currency);
    return (
      <Text size="sm" fw={600} className="too-much" role={wasSent ? 'alert' : 'status'}>
        {t(balance.exceeded, { amount: excess })}
      </Text>
    );
  }
  const { name, sentence } =
    typeof balance === 'string'
      ? { sentence: balance }
      : {
          name: balance.name,
          sentence: t('movement.after_this', { balance: formatMoney(balance.minor, currency) }),
        };
  return (
    <Text size="sm" className="after-this">
      <span className="money">{sentence}</span>{' '}
      {name && (
        <Text span size="sm" c="dimmed">
          {name}
        </Text>
      )}
    </Text>
  );
}
