/** The dialog of a movement: amount, source of the money, effect, and outcome. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { InputOf } from '../api/operations.ts';
import { useSubmit } from '../api/submit.ts';
import { AmountDialog, useAmountForm, type Balance } from '../forms/amount-dialog.tsx';
import { given } from '../forms/text.rules.ts';
import { useAmountReader } from '../money/amount-field.tsx';
import { formatMinor, formatMoney } from '../money/money.rules.ts';
import { useWords } from '../words.ts';
import { EntryOutcome, NotBooked } from './entry-outcome.tsx';
import { MemoField } from './memo-field.tsx';
import {
  MOVEMENTS,
  type MovementFacts,
  type MovementName,
  type OperationOf,
  type Source,
  type SourceField,
} from './movements.ts';
import { NOT_CHOSEN, SourceFields, sourceInput, useSourceFaults } from './source-fields.tsx';

export interface MovementDialogProps<Name extends MovementName> {
  movement: Name;
  /** All but amount, source and memo; null: something else is still missing. */
  input: Omit<
    InputOf<OperationOf<Name>>,
    'amount_minor' | SourceField | 'account' | 'reference' | 'provider' | 'phone' | 'memo'
  > | null;
  currency: string;
  /** The amount to begin with. */
  firstMinor?: number | bigint;
  onClose: () => void;
  /** The balance that would result; null: nothing is shown. */
  after?: (amount_minor: number, source: Source) => Balance | null;
  /** Is a second person to decide on that amount? */
  needsSecond?: (amount_minor: number, source: Source) => boolean;
  /** Where the money can come from here; all sources of the movement if not given. */
  sources?: readonly Source[] | undefined;
  /** Fields before the amount. */
  children?: ReactNode | ((amount: TypedAmount) => ReactNode);
}

/** For fields beside the amount. */
export interface TypedAmount {
  /** In minor units; null while it is no amount. */
  minor: number | null;
  change: (amount_minor: number | bigint) => void;
  /** Somebody has tried to send the form. */
  wasSent: boolean;
}

export function MovementDialog<Name extends MovementName>(props: MovementDialogProps<Name>): ReactNode {
  const { movement, input, currency, firstMinor, onClose, after, needsSecond, children } = props;
  const facts: MovementFacts = MOVEMENTS[movement];
  const { sources = facts.sources } = props;
  const { t } = useWords();
  const submission = useSubmit(facts.operation);
  const first: Source = sources[0] ?? 'cash';
  const sourceFaults = useSourceFaults();
  const amount_at_first = firstMinor === undefined ? '' : formatMinor(firstMinor);
  const initial = { amount: amount_at_first, memo: '', source: first, ...NOT_CHOSEN };
  /** A second person reads why money leaves by the bank. */
  const isMemoRequired = (from: Source): boolean =>
    facts.memo === 'required' || (facts.source_field === 'to' && from === 'bank');
  const form = useAmountForm(submission, initial, (values) => ({
    memo: isMemoRequired(values.source) && values.memo.trim() === '' && t('movement.say_why'),
    ...sourceFaults(values),
  }));
  const { memo, source, amount } = form.values;
  const { minor } = useAmountReader()(amount);
  const { data: entry } = submission;
  const has_failed = entry?.status === 'failed';
  /** Then nobody is asked to decide. */
  const lacks = (amount_minor: number): boolean => BigInt(after?.(amount_minor, source)?.minor ?? 0) < 0n;
  const send = (amount_minor: number): void => {
    if (!input) return;
    const from = sourceInput(facts.source_field, form.values);
    void submission.submit({ ...input, ...from, amount_minor, memo: given(memo) } as InputOf<
      OperationOf<MovementName>
    >);
  };
  return (
    <AmountDialog
      form={form}
      title={t(facts.title)}
      verb={facts.verb}
      currency={currency}
      onSubmit={send}
      onClose={onClose}
      after={(amount_minor) => after?.(amount_minor, source) ?? null}
      outcome={
        entry &&
        !has_failed && (
          <EntryOutcome
            entry={entry}
            done={t(facts.done, { amount: formatMoney(entry.amount_minor, currency) })}
            onClose={onClose}
          />
        )
      }
      more={
        <>
          <MemoField {...form.field('memo')} isOptional={!isMemoRequired(source)} />
          {minor !== null && !lacks(minor) && needsSecond?.(minor, source) && (
            <Text size="sm" role="status">
              {t('movement.needs_second')}
            </Text>
          )}
          {has_failed && <NotBooked entry={entry} />}
        </>
      }
    >
      {typeof children === 'function'
        ? children({
            minor,
            change: (amount_minor) => form.change({ amount: formatMinor(amount_minor) }),
            wasSent: form.was_sent,
          })
        : children}
      <SourceFields form={form} sources={sources} field={facts.source_field} currency={currency} />
    </AmountDialog>
  );
}
