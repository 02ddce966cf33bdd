/** The dialog of a movement: amount, where the money comes from, what it leads to, and what became of it. */
import { Group, Radio, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useSubmission } from '../api/submission.ts';
import type { Entry } from '../generated/wire.ts';
import { AmountField, useTypedAmount } from '../money/amount-field.tsx';
import { formatMoney } from '../money/money.rules.ts';
import { fieldError } from '../ui/error-alert.tsx';
import { SubmitDialog } from '../ui/submit-dialog.tsx';
import { useWords } from '../words.ts';
import { EntryOutcome, NotBooked } from './entry-outcome.tsx';
import { MemoField } from './memo-field.tsx';
import { MOVEMENTS, type MovementName, type Source } from './movements.ts';

export interface MovementDialogProps {
  movement: MovementName;
  /** Where it is sent. */
  path: string;
  currency: string;
  opened: boolean;
  onClose: () => void;
  /** Sent besides amount, source and memo. */
  body?: object;
  /** What a balance would be: shown as `After this: …`; null where there is nothing to tell. */
  after?: (amount_minor: number, source: Source) => Balance | null;
  /** Where the money can come from here; all that the movement has if not given. */
  sources?: readonly Source[];
  /** Fields before the amount, which may say what they lack once it was tried to send the form. */
  children?: ReactNode | ((was_sent: boolean) => ReactNode);
  /** While false the form cannot be sent: something before the amount is not chosen yet. */
  is_ready?: boolean;
}

export interface Balance {
  minor: number | bigint;
  /** Which balance it is. */
  name?: string;
}

/** Each opening is a form of its own, with an idempotency key of its own. */
export function MovementDialog(props: MovementDialogProps): ReactNode {
  return props.opened ? <OpenMovement {...props} /> : null;
}

function OpenMovement(props: MovementDialogProps): ReactNode {
  const { movement, path, currency, onClose, body = {}, after, children, is_ready = true } = props;
  const facts = MOVEMENTS[movement];
  const { sources = facts.sources } = props;
  const { t } = useWords();
  const submission = useSubmission<Entry>();
  const amount = useTypedAmount();
  const amount_minor = amount.minor;
  const [memo, setMemo] = useState('');
  const [source, setSource] = useState<Source>(sources[0] ?? 'cash');
  const [was_sent, setWasSent] = useState(false);
  const { is_busy, error, data: entry } = submission;
  const has_failed = entry?.status === 'failed';
  const lacks_memo = facts.memo === 'required' && memo.trim() === '';
  const shown = amount_minor === null ? '' : formatMoney(amount_minor, currency);
  const next = amount_minor === null ? null : (after?.(amount_minor, source) ?? null);

  const send = (): void => {
    setWasSent(true);
    if (amount_minor === null || lacks_memo || !is_ready) return;
    void submission.submit({
      path,
      body: {
        ...body,
        amount_minor,
        ...(sources.length > 0 ? { from: source } : {}),
        ...(memo.trim() === '' ? {} : { memo: memo.trim() }),
      },
    });
  };

  return (
    <SubmitDialog
      title={t(facts.title)}
      opened
      onClose={onClose}
      submission={submission}
      submit_label={shown ? t(facts.verb, { amount: shown }) : t(facts.title)}
      onSubmit={send}
      shown_fields={['amount', 'amount_minor', 'memo']}
      outcome={
        entry && !has_failed ? (
          <EntryOutcome
            entry={entry}
            done={t(facts.done, { amount: formatMoney(entry.amount_minor, currency) })}
            onClose={onClose}
          />
        ) : undefined
      }
    >
      {typeof children === 'function' ? children(was_sent) : children}
      {sources.length > 0 && (
        <Radio.Group label={t('movement.from')} value={source} onChange={setSource}>
          <Group mt={4}>
            {sources.map((each) => (
              <Radio key={each} value={each} label={t(`movement.${each}`)} disabled={is_busy} />
            ))}
          </Group>
        </Radio.Group>
      )}
      <AmountField
        label={t('amount.label')}
        currency={currency}
        value={amount.text}
        onChange={amount.setText}
        disabled={is_busy}
        autoFocus
        error={
          (was_sent ? amount.fault : null) ?? fieldError(error, 'amount_minor') ?? fieldError(error, 'amount')
        }
      />
      {next && (
        <Text size="sm" className="after-this">
          <span className="money">
            {t('movement.after_this', { balance: formatMoney(next.minor, currency) })}
          </span>{' '}
          {next.name && (
            <Text span size="sm" c="dimmed">
              {next.name}
            </Text>
          )}
        </Text>
      )}
      <MemoField
        value={memo}
        onChange={setMemo}
        submission={submission}
        is_missing={was_sent && lacks_memo}
        is_optional={facts.memo !== 'required'}
      />
      {has_failed && <NotBooked entry={entry} />}
    </SubmitDialog>
  );
}
