/**
 * What can be done with a member. Only what the member's status permits is offered: a suspended member is paid nothing, and
 * nothing is moved for one who is leaving. The API decides.
 */
import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useSubmit } from '../../../api/submit.ts';
import type { LoanSummary, Member } from '../../../generated/wire.ts';
import { useFilter } from '../../../forms/filters/filters.ts';
import { lazyPart, withLater } from '../../../later.ts';
import { remaining } from '../../../money/remaining.rules.ts';
import { MovementDialog } from '../../../movement/movement-dialog.tsx';
import type { Source } from '../../../movement/movements.ts';
import { keysAreTaken } from '../../../shell/shortcuts.tsx';
import { ErrorAlert } from '../../../ui/faults/error-alert.tsx';
import { NavigateButton } from '../../../ui/navigate-button.tsx';
import { Part } from '../../../ui/part.tsx';
import { useWords } from '../../../words.ts';
import { mayPayIn } from '../standing.rules.ts';

const RepayDialog = lazyPart(async () => ({
  default: (await withLater(import('./repay-dialog.tsx'))).RepayDialog,
}));
const SuspendDialog = lazyPart(async () => ({
  default: (await import('./suspend-dialog.tsx')).SuspendDialog,
}));
const EntranceFeeDialog = lazyPart(async () => ({
  default: (await withLater(import('./entrance-fee-dialog.tsx'))).EntranceFeeDialog,
}));
const ExitDialog = lazyPart(async () => ({ default: (await import('./exit-dialog.tsx')).ExitDialog }));

/** The menu needs a large library for its position. */
const MoreMenu = lazyPart(async () => ({
  default: (await withLater(import('../../../ui/more-menu.tsx'))).MoreMenu,
}));

type DialogName = 'deposit' | 'withdraw' | 'shares' | 'repay' | 'fee' | 'suspend' | 'exit';

/** `?do=deposit` */
const DIALOGS_OF_ADDRESS: Readonly<Record<string, DialogName>> = { deposit: 'deposit', withdraw: 'withdraw' };

export interface MemberActionsProps {
  member: Member;
  currency: string;
  /** The fee for registration. */
  entranceFeeMinor: number;
  openLoans: readonly LoanSummary[];
  /** In minor units: beyond that a second person decides on a withdrawal of today; null: on none. */
  withdrawalRoomMinor: bigint | null;
}

export function MemberActions(props: MemberActionsProps): ReactNode {
  const { member, currency, entranceFeeMinor, openLoans, withdrawalRoomMinor } = props;
  const { t } = useWords();
  const [opened, setOpened] = useState<DialogName | null>(null);
  // The palette leads to a dialog of the page, once.
  const [wanted, setWanted] = useFilter('do');
  useEffect(() => {
    if (wanted === '') return;
    setOpened(DIALOGS_OF_ADDRESS[wanted] ?? null);
    setWanted('');
  }, [wanted, setWanted]);
  const reactivation = useSubmit('sacco.members.reactivate');
  const { status } = member;
  const input = { member: member.id };
  const is_active = status === 'active';
  const may_pay_in = mayPayIn(member);
  const owes_fee = may_pay_in && !member.entrance_fee_paid && entranceFeeMinor > 0;
  useMovementKeys({ d: may_pay_in ? 'deposit' : null, w: is_active ? 'withdraw' : null }, setOpened);

  const opening = (name: DialogName) => ({ onClick: () => setOpened(name) });
  const dialog = { currency, onClose: () => setOpened(null) };
  const sources = is_active ? undefined : CASH_OR_BANK;
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
          <Button variant="light" disabled={openLoans.length === 0} {...opening('repay')}>
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
        <Part>
          <MoreMenu
            actions={[
              { label: t('members.suspend'), ...opening('suspend') },
              { label: t('members.exit'), ...opening('exit'), isDanger: true },
            ]}
          />
        </Part>
      )}
      {status === 'suspended' && (
        <Button
          variant="default"
          disabled={reactivation.is_busy}
          onClick={() => void reactivation.submit(input)}
        >
          {t('members.reactivate')}
        </Button>
      )}
      <ErrorAlert error={reactivation.error} />

      {opened === 'deposit' && may_pay_in && (
        <MovementDialog
          {...dialog}
          movement="deposit"
          input={input}
          after={(amount_minor) => ({
            minor: BigInt(member.savings_minor) + BigInt(amount_minor),
            name: t('members.in_savings'),
          })}
        />
      )}
      {opened === 'withdraw' && is_active && (
        <MovementDialog
          {...dialog}
          movement="withdrawal"
          input={input}
          after={(amount_minor) =>
            remaining(member.savings_available_minor, amount_minor, t('members.available_after'))
          }
          needsSecond={(amount_minor, source) =>
            source === 'bank' || (withdrawalRoomMinor !== null && BigInt(amount_minor) > withdrawalRoomMinor)
          }
        />
      )}
      {opened === 'shares' && (
        <MovementDialog
          {...dialog}
          movement="shares"
          input={input}
          sources={sources}
          after={(amount_minor, source) =>
            source === 'savings'
              ? remaining(member.savings_available_minor, amount_minor, t('members.available_after'))
              : {
                  minor: BigInt(member.shares_minor) + BigInt(amount_minor),
                  name: t('members.in_shares'),
                }
          }
        />
      )}
      <Part>
        {opened === 'repay' && <RepayDialog {...dialog} loans={openLoans} sources={sources} />}
        {opened === 'fee' && <EntranceFeeDialog {...dialog} member={member} feeMinor={entranceFeeMinor} />}
        {opened === 'suspend' && <SuspendDialog {...dialog} member={member} />}
        {opened === 'exit' && <ExitDialog {...dialog} member={member} />}
      </Part>
    </>
  );
}

/** The savings of a suspended member pay for nothing. */
const CASH_OR_BANK: readonly Source[] = ['cash', 'bank'];

/** Keys for the dialogs that tellers use most. */
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
