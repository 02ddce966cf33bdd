/** Opens a session at a till: somebody who keeps the vault confirms the float. */
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useSubmit } from '../../api/submit.ts';
import { AmountDialog, useAmountForm } from '../../forms/amount-dialog.tsx';
import { Choice } from '../../forms/fields/choice.tsx';
import type { Till } from '../../generated/wire.ts';
import { Outcome } from '../../ui/outcome.tsx';
import { useWords } from '../../words.ts';

export interface OpenSessionDialogProps {
  tills: readonly Till[];
  currency: string;
  onClose: () => void;
}

export function OpenSessionDialog({ tills, currency, onClose }: OpenSessionDialogProps): ReactNode {
  const { t } = useWords();
  const free = tills.filter(({ active, session }) => active && session === null);
  const submission = useSubmit('sacco.tills.openSession');
  const form = useAmountForm(submission, { amount: '', till: free[0]?.id ?? '' }, ({ till }) => ({
    till: till === '' && t('tills.none_free'),
  }));
  const { till } = form.values;
  return (
    <AmountDialog
      form={form}
      title={t('tills.open')}
      verb="tills.open_with"
      currency={currency}
      onSubmit={(float_minor) => submission.submit({ till, float_minor })}
      onClose={onClose}
      outcome={
        submission.data && (
          <Outcome isWaiting onClose={onClose}>
            <Link href="/approvals?tab=mine">{t('tills.float_waits')}</Link>
          </Outcome>
        )
      }
    >
      <Choice<string>
        label={t('tills.till')}
        options={free.map(({ id, name, branch }) => ({
          value: id,
          label: branch === null ? name : `${name} · ${branch}`,
        }))}
        {...form.field('till')}
      />
    </AmountDialog>
  );
}
