/** What a member has agreed to save regularly, and the member's tax: shown, and recorded anew. */
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { NotFoundError } from '@ushirika/sdk/transport';
import { useState, type ReactNode } from 'react';
import { useIsManager } from '../../api/me.ts';
import { useRead } from '../../api/reads.ts';
import { useSubmit } from '../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../forms/amount-dialog.tsx';
import { Choice } from '../../forms/fields/choice.tsx';
import { DateField } from '../../forms/fields/date-field.tsx';
import { TextField } from '../../forms/fields/text-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import type { Member, MemberTax } from '../../generated/wire.ts';
import { Money } from '../../money/money.tsx';
import { Facts } from '../../ui/facts.tsx';
import { LocalDate, useToday } from '../../ui/moment.tsx';
import { useWords } from '../../words.ts';
import { mayPayIn } from './standing.rules.ts';

const FREQUENCIES = ['weekly', 'biweekly', 'monthly'] as const;

export function SavingsTerms({ member, currency }: { member: Member; currency: string }): ReactNode {
  const { t, word } = useWords();
  const [opened, setOpened] = useState<'tax' | 'contribution' | null>(null);
  const input = { member: member.id };
  const { data: tax } = useRead('sacco.members.tax.get', input);
  const { data: agreed, error } = useRead('sacco.members.contribution.get', input);
  const is_none = error instanceof NotFoundError;
  const is_manager = useIsManager();
  const close = (): void => setOpened(null);
  return (
    <Stack gap="xs">
      <Facts
        facts={[
          [
            t('members.contribution'),
            agreed ? (
              <span key="contribution" className="sentence">
                <Money minor={agreed.amount_minor} currency={currency} /> ·{' '}
                {word('contribution_frequency', agreed.frequency)} · {t('members.since')}{' '}
                <LocalDate date={agreed.start_date} />
              </span>
            ) : is_none ? (
              t('members.nothing_agreed')
            ) : undefined,
          ],
          [t('members.tax_number'), tax?.tax_number ?? '–'],
          [t('members.tax_exempt'), tax?.reason ?? undefined],
        ]}
      />
      <Group gap="xs">
        {mayPayIn(member) && (
          <Button size="xs" variant="default" onClick={() => setOpened('contribution')}>
            {t('members.agree_contribution')}
          </Button>
        )}
        {tax && is_manager && (
          <Button size="xs" variant="default" onClick={() => setOpened('tax')}>
            {t('members.record_tax')}
          </Button>
        )}
      </Group>
      {opened === 'contribution' && (
        <ContributionDialog memberId={member.id} currency={currency} onClose={close} />
      )}
      {opened === 'tax' && tax && <TaxDialog tax={tax} onClose={close} />}
    </Stack>
  );
}

function ContributionDialog(props: { memberId: string; currency: string; onClose: () => void }): ReactNode {
  const { memberId, currency, onClose } = props;
  const { t, word } = useWords();
  const today = useToday();
  const submission = useSubmit('sacco.members.contribution.put');
  const initial = { amount: '', frequency: 'monthly' as (typeof FREQUENCIES)[number], start_date: today };
  const form = useAmountForm(submission, initial, ({ start_date }) => ({
    start_date: start_date === '' && t('dividends.enter_date'),
  }));
  const { frequency, start_date } = form.values;
  const send = async (amount_minor: number): Promise<void> => {
    if (await submission.submit({ member: memberId, amount_minor, frequency, start_date })) onClose();
  };
  return (
    <AmountDialog
      form={form}
      currency={currency}
      title={t('members.agree_contribution')}
      verb="members.agree_amount"
      onSubmit={send}
      onClose={onClose}
      more={
        <>
          <Choice
            label={t('members.frequency')}
            options={FREQUENCIES.map((value) => ({ value, label: word('contribution_frequency', value) }))}
            {...form.field('frequency')}
          />
          <DateField label={t('members.since')} {...form.field('start_date')} />
        </>
      }
    />
  );
}

function TaxDialog({ tax, onClose }: { tax: MemberTax; onClose: () => void }): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.members.tax.put');
  const initial = { tax_number: tax.tax_number ?? '', exempt: tax.exempt, reason: tax.reason ?? '' };
  const form = useForm(submission, initial, ({ exempt, reason }) => ({
    reason: exempt && reason.trim() === '' && t('movement.say_why'),
  }));
  const { tax_number, exempt, reason } = form.values;
  const send = async (): Promise<void> => {
    const answer = await submission.submit({
      member: tax.member_id,
      tax_number: tax_number.trim() === '' ? null : tax_number.trim(),
      exempt,
      reason: exempt ? reason.trim() : null,
    });
    if (answer) onClose();
  };
  const { value: is_exempt, onChange: setExempt, disabled } = form.field('exempt');
  return (
    <SubmitDialog
      form={form}
      title={t('members.record_tax')}
      submitLabel={t('members.record_tax')}
      onSubmit={send}
      onClose={onClose}
    >
      <TextField label={t('members.tax_number')} maxLength={40} isFirst {...form.field('tax_number')} />
      <Checkbox
        label={t('members.is_exempt')}
        checked={is_exempt}
        disabled={disabled}
        onChange={(event) => setExempt(event.currentTarget.checked)}
      />
      {exempt && <TextField label={t('members.exempt_reason')} maxLength={500} {...form.field('reason')} />}
    </SubmitDialog>
  );
}
