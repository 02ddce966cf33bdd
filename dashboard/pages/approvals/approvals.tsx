/** Requests that wait for a second person, one's own requests, and decided ones. */
import { useState, type ReactNode } from 'react';
import { useFilter } from '../../forms/filters/filters.ts';
import { LinkTabs } from '../../ui/page/link-tabs.tsx';
import { Page } from '../../ui/page/page.tsx';
import { useWords } from '../../words.ts';
import { ApprovalList } from './approval-list.tsx';
import { DecisionNotice } from './decision-notice.tsx';

const INPUTS = {
  waiting: { status: 'pending' },
  mine: { requested_by: 'me' },
  decided: { status: 'decided' },
} as const;
type Tab = keyof typeof INPUTS;

export function Approvals(): ReactNode {
  const { t } = useWords();
  const [chosen, choose] = useFilter('tab', 'waiting');
  const tab: Tab = chosen in INPUTS ? (chosen as Tab) : 'waiting';
  const [decided_id, setDecidedId] = useState<string | null>(null);
  return (
    <Page title={t('nav.approvals')}>
      <LinkTabs<Tab>
        label={t('nav.approvals')}
        value={tab}
        onChange={choose}
        tabs={[
          { value: 'waiting', label: t('approvals.waiting') },
          { value: 'mine', label: t('approvals.mine') },
          { value: 'decided', label: t('approvals.decided') },
        ]}
      >
        <ApprovalList
          key={tab}
          input={INPUTS[tab]}
          onlyPending={tab === 'waiting'}
          onDecided={setDecidedId}
          notice={
            decided_id !== null && (
              <DecisionNotice key={decided_id} approvalId={decided_id} onClose={() => setDecidedId(null)} />
            )
          }
        />
      </LinkTabs>
    </Page>
  );
}
