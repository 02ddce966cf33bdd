/**
 * What can be done with a member. Only what the member's status lets happen is offered: a suspended member is paid nothing,
 * and of one who leaves nothing moves. The API decides.
 */
import { Button } from '@mantine/core';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { useSubmission } from '../../api/submission.ts';
import type { LoanSummary, Member, SaccoSettings } from '../../generated/wire.ts';
import { lazyPart, withLater } from '../../later.ts';
import { MovementDialog } from '../../movement/movement-dialog.tsx';
import type { Source } from '../../movement/movements.ts';
import { keysAreTaken } from '../../shell/shortcuts.tsx';
import { ErrorAlert } from '../../ui/error-alert.tsx';
import { NavigateButton } from '../../ui/navigate-button.tsx';
import { useWords } from '../../words.ts';
import { remaining } from './remaining.rules.ts';

const RepayDialog = lazyPart(async () => ({ default: (await import('./repay-dialog.tsx')).RepayDialog }));
const SuspendDialog = lazyPart(async () => ({
  default: (await import('./suspend-dialog.tsx')).SuspendDialog,
}));
const EntranceFeeDialog = lazyPart(async () => ({
  default: (await withLater(import('./entrance-fee-dialog.tsx'))).EntranceFeeDialog,
}));
const ExitDialog = lazyPart(async () => ({ default: (await import('./exit-dialog.tsx')).ExitDialog }));

type DialogName = 'deposit' | 'withdraw' | 'shares' | 'repay' | 'fee' | 'suspend' | 'exit';

export interface MemberActionsProps {
  member: Member;
  currency: string;
  /** What joining costs. */
  entrance_fee_minor: SaccoSettings['entrance_fee_minor'];
  open_loans: readonly LoanSummary[];
}

export function MemberActions(props: MemberActionsProps): ReactNode {
  const { member, currency, entrance_fee_minor, open_loans } = props;
  const { t } = useWords();
  const [opened, setOpened] = useState<DialogName | null>(null);
  const reactivation = useSubmission<Member>({ key: 'none' });
  const path = `/api/v1/sacco/members/${member.id}`;
  const { status } = member;
  const is_active = status === 'active';
  const may_pay_in = is_active || status === 'suspended';
  const owes_fee = may_pay_in && !member.entrance_fee_paid && BigInt(entrance_fee_minor) > 0n;
  useMovementKeys({ d: may_pay_in ? 'deposit' : null, w: is_active ? 'withdraw' : null }, setOpened);

  const opening = (name: DialogName) => ({ onClick: () => setOpened(name) });
  const dialog = (name: DialogName) => ({ opened: opened === name, onClose: () => setOpened(null) });
  return (
    <>
      {may_pay_in && <Button {...opening('deposit')}>{t('movement.deposit')}</Button>}
      {is_active && (
        <Button variant="light" {...opening('withdraw')}>
          {t('movement.withdraw')}
        </Button>
      )}
      {may_pay_in && (
        <>
          <Button variant="light" {...opening('shares')}>
            {t('movement.buy_shares')}
          </Button>
          <Button variant="light" disabled={open_loans.length === 0} {...opening('repay')}>
            {t('movement.repay')}
          </Button>
        </>
      )}
      {owes_fee && (
        <Button variant="light" {...opening('fee')}>
          {t('members.take_fee')}
        </Button>
      )}
      {is_active && (
        <NavigateButton variant="default" href={`/loans/new?member=${member.id}`}>
          {t('members.apply')}
        </NavigateButton>
      )}
      <NavigateButton variant="default" href={`/members/${member.id}/statement`}>
        {t('statement.title')}
      </NavigateButton>
      {is_active && (
        <>
          <Button variant="default" {...opening('suspend')}>
            {t('members.suspend')}
          </Button>
          <Button variant="default" {...opening('exit')}>
            {t('members.exit')}
          </Button>
        </>
      )}
      {status === 'suspended' && (
        <Button
          variant="default"
          disabled={reactivation.is_busy}
          onClick={() => void reactivation.submit({ path: `${path}/reactivate` })}
        >
          {t('members.reactivate')}
        </Button>
      )}
      <ErrorAlert error={reactivation.error} />

      <MovementDialog
        {...dialog('deposit')}
        movement="deposit"
        path={`${path}/deposits`}
        currency={currency}
        after={(amount_minor) => ({
          minor: BigInt(member.savings_minor) + BigInt(amount_minor),
          name: t('members.in_savings'),
        })}
      />
      <MovementDialog
        {...dialog('withdraw')}
        movement="withdrawal"
        path={`${path}/withdrawals`}
        currency={currency}
        after={(amount_minor) =>
          remaining(member.savings_available_minor, amount_minor, t('members.available_after'))
        }
      />
      <MovementDialog
        {...dialog('shares')}
        movement="shares"
        path={`${path}/shares`}
        currency={currency}
        {...(is_active ? {} : { sources: CASH_ONLY })}
        after={(amount_minor, source) =>
          source === 'savings'
            ? remaining(member.savings_available_minor, amount_minor, t('members.available_after'))
            : {
                minor: BigInt(member.shares_minor) + BigInt(amount_minor),
                name: t('members.in_shares'),
              }
        }
      />
      <Suspense fallback={null}>
        {opened === 'repay' && (
          <RepayDialog
            {...dialog('repay')}
            loans={open_loans}
            currency={currency}
            {...(is_active ? {} : { sources: CASH_ONLY })}
          />
        )}
        {opened === 'fee' && (
          <EntranceFeeDialog
            {...dialog('fee')}
            member={member}
            fee_minor={entrance_fee_minor}
            currency={currency}
          />
        )}
        {opened === 'suspend' && <SuspendDialog {...dialog('suspend')} member={member} />}
        {opened === 'exit' && <ExitDialog {...dialog('exit')} member={member} currency={currency} />}
      </Suspense>
    </>
  );
}

/** Of a suspended member savings pay for nothing. */
const CASH_ONLY: readonly Source[] = ['cash'];

/** One key opens the dialog of what tellers do most. */
function useMovementKeys(
  keys: Readonly<Record<string, DialogName | null>>,
  open: (name: DialogName) => void,
): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const name = keys[event.key];
      if (!name || keysAreTaken(event)) return;
      // The key is not typed into the field that takes the focus.
      event.preventDefault();
      open(name);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
