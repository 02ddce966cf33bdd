/** A journal: lines that debit and credit accounts of the chart, which must balance. */
import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useRead } from '../../../api/reads.ts';
import { useSubmit } from '../../../api/submit.ts';
import { Choice } from '../../../forms/fields/choice.tsx';
import { TextField } from '../../../forms/fields/text-field.tsx';
import { DraftNotice } from '../../../forms/draft-notice.tsx';
import { useDraftForm } from '../../../forms/draft.ts';
import { SubmitDialog } from '../../../forms/submit-form.tsx';
import { given } from '../../../forms/text.rules.ts';
import type { AccountKind } from '../../../generated/wire.ts';
import { AmountField, useOptionalAmountReader } from '../../../money/amount-field.tsx';
import { formatMoney } from '../../../money/money.rules.ts';
import { EntryOutcome } from '../../../movement/entry-outcome.tsx';
import { MemoField } from '../../../movement/memo-field.tsx';
import { useWords } from '../../../words.ts';
import { EMPTY_LINE, hasOneSide, totalsOf, type TypedLine } from './journal.rules.ts';

export interface JournalDialogProps {
  currency: string;
  onClose: () => void;
}

/** The accounts of the system that journals may move; the API decides. */
const SYSTEM_KINDS = new Set<AccountKind>(['operating_expenses', 'opening_balances', 'tax_payable']);
const MAX_LINES = 100;
const EMPTY_JOURNAL = { lines: [EMPTY_LINE, EMPTY_LINE], memo: '', reference: '' };

export function JournalDialog({ currency, onClose }: JournalDialogProps): ReactNode {
  const { t } = useWords();
  const readAmount = useOptionalAmountReader();
  const submission = useSubmit('accounting.journals.create');
  const amountsOf = ({ debit, credit }: TypedLine) => ({
    debit: readAmount(debit).minor,
    credit: readAmount(credit).minor,
  });
  const form = useDraftForm('journal', submission, EMPTY_JOURNAL, ({ lines, memo }) => {
    const { debits, credits } = totalsOf(lines.map(amountsOf));
    const is_whole = lines.every((line) => line.account !== '' && hasOneSide(amountsOf(line)));
    return {
      lines: !is_whole
        ? t('accounting.line_incomplete')
        : debits !== credits && t('accounting.journal_differs'),
      memo: memo.trim() === '' && t('movement.say_why'),
    };
  });
  const { lines, memo, reference } = form.values;
  const { debits, credits } = totalsOf(lines.map(amountsOf));
  const changeLine = (index: number, change: Partial<TypedLine>): void =>
    form.change({ lines: lines.map((line, i) => (i === index ? { ...line, ...change } : line)) });
  const send = async (): Promise<void> => {
    const answer = await submission.submit({
      lines: lines.map((line) => {
        const { debit, credit } = amountsOf(line);
        const { account } = line;
        return debit ? { account, debit_minor: debit } : { account, credit_minor: credit ?? 0 };
      }),
      memo: memo.trim(),
      reference: given(reference),
    });
    if (answer) form.forget();
  };
  const { data: entry } = submission;
  return (
    <SubmitDialog
      form={form}
      size="xl"
      title={t('accounting.new_journal')}
      submitLabel={t('accounting.request_journal')}
      onSubmit={send}
      onClose={onClose}
      isMovement
      outcome={
        entry && <EntryOutcome entry={entry} done={t('accounting.journal_booked')} onClose={onClose} />
      }
    >
      {form.is_draft && <DraftNotice onDiscard={() => form.clear()} />}
      <Stack gap="xs">
        {lines.map((line, index) => (
          <JournalLine
            // Lines have no identity but their place.
            key={index}
            no={index + 1}
            line={line}
            currency={currency}
            fault={form.faultAt(`lines[${index}].account`) ?? form.faultAt(`lines[${index}]`)}
            disabled={submission.is_busy}
            onChange={(change) => changeLine(index, change)}
            {...(lines.length > 2
              ? { onRemove: () => form.change({ lines: lines.filter((_line, i) => i !== index) }) }
              : {})}
          />
        ))}
      </Stack>
      <Group justify="space-between">
        <Button
          variant="default"
          size="compact-sm"
          disabled={lines.length >= MAX_LINES || submission.is_busy}
          onClick={() => form.change({ lines: [...lines, EMPTY_LINE] })}
        >
          {t('accounting.add_line')}
        </Button>
        <Text size="sm" role="status" fw={600} {...(debits === credits ? {} : { c: 'red' })}>
          {t(debits === credits ? 'accounting.sides_equal' : 'accounting.sides_differ', {
            debits: formatMoney(debits, currency),
            credits: formatMoney(credits, currency),
          })}
        </Text>
      </Group>
      {form.field('lines').error && (
        <Text size="sm" c="red" role="alert">
          {form.field('lines').error}
        </Text>
      )}
      <MemoField {...form.field('memo')} />
      <TextField label={t('accounting.document')} maxLength={100} {...form.field('reference')} />
    </SubmitDialog>
  );
}

interface JournalLineProps {
  no: number;
  line: TypedLine;
  currency: string;
  fault: string | undefined;
  disabled: boolean;
  onChange: (change: Partial<TypedLine>) => void;
  onRemove?: () => void;
}

function JournalLine(props: JournalLineProps): ReactNode {
  const { no, line, currency, fault, disabled, onChange, onRemove } = props;
  const { t } = useWords();
  const { data } = useRead('accounting.chart.get', {});
  const accounts = (data?.accounts ?? []).filter(
    (account) =>
      account.currency === currency &&
      account.active &&
      (account.id !== null || SYSTEM_KINDS.has(account.kind)),
  );
  const label = (name: string): string => `${name} ${no}`;
  return (
    <Group align="flex-start" gap="xs">
      <Choice
        label={label(t('accounting.account'))}
        options={[
          { value: '', label: t('accounting.choose_account') },
          ...accounts.map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
        ]}
        value={line.account}
        onChange={(account) => onChange({ account })}
        error={fault}
        disabled={disabled}
      />
      <AmountField
        label={label(t('accounting.debit'))}
        currency={currency}
        value={line.debit}
        onChange={(debit) => onChange({ debit })}
        disabled={disabled}
      />
      <AmountField
        label={label(t('accounting.credit'))}
        currency={currency}
        value={line.credit}
        onChange={(credit) => onChange({ credit })}
        disabled={disabled}
      />
      {onRemove && (
        <Button
          mt={24}
          variant="subtle"
          aria-label={label(t('accounting.remove_line'))}
          disabled={disabled}
          onClick={onRemove}
        >
          {t('accounting.remove_line')}
        </Button>
      )}
    </Group>
  );
}
