/** Actions that are rare or final, behind one button. */
import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { useWords } from '../words.ts';

export interface RareAction {
  label: string;
  onClick: () => void;
  isDanger?: boolean;
}

export function MoreMenu({ actions }: { actions: readonly RareAction[] }): ReactNode {
  const { t } = useWords();
  if (actions.length === 0) return null;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default">{t('shell.more')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, onClick, isDanger }) => (
          <Menu.Item key={label} onClick={onClick} className={isDanger ? 'needs-attention' : undefined}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
