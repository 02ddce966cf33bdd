/** The menu of the person who is signed in. */
import { Button, Menu, Text, useMantineColorScheme } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { endSession } from '../session/session.ts';
import { chooseRows, useRows } from '../styles/rows.ts';
import { useWords } from '../words.ts';
import { forgetBooked, readTakenBy } from '../pages/collections/device.ts';
import { notBooked } from '../pages/collections/queue.rules.ts';
import { mayLeave } from './leaving.tsx';
import { openShortcuts } from './shortcuts.tsx';

export function AccountMenu(): ReactNode {
  const { t } = useWords();
  const [, navigate] = useLocation();
  const me = useMe();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const rows = useRows();
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="sm" className="account-button" aria-label={t('shell.account')}>
          <PersonIcon />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {me && (
          <Text size="sm" px="sm" py={6} c="dimmed" role="presentation">
            {me.user.name}
          </Text>
        )}
        <Menu.Item onClick={() => navigate('/account?dialog=password')}>
          {t('account.change_password')}
        </Menu.Item>
        <Menu.Item onClick={() => navigate('/account')}>{t('account.security')}</Menu.Item>
        <Menu.Item onClick={() => navigate('/projects/new')}>{t('projects.new')}</Menu.Item>
        {me?.user.operator && (
          <>
            <Menu.Item onClick={() => navigate('/operators/users')}>{t('account.operators')}</Menu.Item>
            <Menu.Item component="a" href="/board">
              {t('account.board')}
            </Menu.Item>
          </>
        )}
        <Menu.Item onClick={openShortcuts}>{t('shortcuts.title')}</Menu.Item>
        <Menu.Divider />
        <Menu.Label>{t('theme.title')}</Menu.Label>
        {THEMES.map(([theme, text]) => (
          <Menu.Item
            key={theme}
            onClick={() => setColorScheme(theme)}
            rightSection={colorScheme === theme && <Chosen />}
          >
            {t(text)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>{t('rows.title')}</Menu.Label>
        {ROWS.map(([each, text]) => (
          <Menu.Item key={each} onClick={() => chooseRows(each)} rightSection={rows === each && <Chosen />}>
            {t(text)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item onClick={() => void signOut(me?.user.id)}>{t('account.sign_out')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function Chosen(): ReactNode {
  const { t } = useWords();
  return <IconCheck size={14} aria-label={t('theme.chosen')} />;
}

const THEMES = [
  ['light', 'theme.light'],
  ['dark', 'theme.dark'],
  ['auto', 'theme.auto'],
] as const;

const ROWS = [
  ['comfortable', 'rows.comfortable'],
  ['compact', 'rows.compact'],
] as const;

/**
 * Asks first where cash that was taken on this device is not booked. The tabs forget the session immediately, whether or not the
 * server can be reached.
 */
async function signOut(user_id: string | undefined): Promise<void> {
  if (!mayLeave()) return;
  if (user_id !== undefined) {
    const count = notBooked(await readTakenBy(user_id).catch(() => [])).length;
    if (count > 0 && !window.confirm(i18next.t('account.not_booked', { count }))) return;
    await forgetBooked(user_id).catch(() => undefined);
  }
  void call('auth.logout', {}).catch(() => undefined);
  endSession();
}

function PersonIcon(): ReactNode {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden
    >
      <circle cx="9" cy="6" r="3" />
      <path d="M3 16c.6-3 3-4.6 6-4.6s5.4 1.6 6 4.6" strokeLinecap="round" />
    </svg>
  );
}
