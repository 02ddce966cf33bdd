/** What the desk shows below a teller's own day: loaded once that is there. */
import type { ReactNode } from 'react';
import { useIsManager } from '../../../api/me.ts';
import type { Home, PaymentsHome } from '../../../generated/wire.ts';
import { ManagerHome } from './manager-home.tsx';
import { MyLoans } from './my-loans.tsx';
import { OperatorHome } from './operator-home.tsx';
import './home.css';

export interface DeskLaterProps {
  home: Home | undefined;
  payments: PaymentsHome | undefined;
}

export function DeskLater({ home, payments }: DeskLaterProps): ReactNode {
  const is_manager = useIsManager();
  return (
    <>
      {home && <MyLoans home={home} />}
      {home && <ManagerHome home={home} />}
      {payments && is_manager && <OperatorHome payments={payments} />}
    </>
  );
}
