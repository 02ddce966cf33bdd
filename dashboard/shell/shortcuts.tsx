/** Keys that work on every page, and the dialog that lists them. Single keys do nothing while somebody types. */
import { Kbd, Modal, Table } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useWords, type TextId } from '../words.ts';

const SEQUENCE_MS = 1_500;
const OPEN_EVENT = 'ushirika:shortcuts';

const SHORTCUTS: readonly (readonly [keys: readonly string[], meaning: TextId])[] = [
  [['/'], 'shortcuts.search'],
  [['Ctrl', 'k'], 'shortcuts.palette'],
  [['g', 'm'], 'shortcuts.desk'],
  [['g', 'a'], 'shortcuts.approvals'],
  [['?'], 'shortcuts.title'],
  [['d'], 'shortcuts.deposit'],
  [['w'], 'shortcuts.withdraw'],
  [['p'], 'shortcuts.print'],
  [['j'], 'shortcuts.next'],
  [['k'], 'shortcuts.previous'],
  [['a'], 'shortcuts.approve'],
  [['r'], 'shortcuts.reject'],
  [['x'], 'shortcuts.choose'],
  [['Shift', 'x'], 'shortcuts.decide_together'],
  [['Enter'], 'shortcuts.resolve'],
  [['a'], 'shortcuts.accept'],
];

export function openShortcuts(): void {
  window.dispatchEvent(new Event(OPEN_EVENT));
}

/** Is the person typing, or is a dialog or menu open that has keys of its own? */
export function keysAreTaken(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const target = event.target instanceof Element ? event.target : null;
  return target?.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]') != null;
}

export function Shortcuts(): ReactNode {
  const { t } = useWords();
  const [opened, setOpened] = useState(false);
  const [path, navigate] = useLocation();
  useEffect(() => setOpened(false), [path]);
  useEffect(() => {
    let began_at = -Infinity;
    // The second key of a sequence is not also a key of the page.
    const go = (event: KeyboardEvent, path: string): void => {
      event.preventDefault();
      navigate(path);
    };
    const onKey = (event: KeyboardEvent): void => {
      if (keysAreTaken(event)) return;
      const follows_g = event.timeStamp - began_at < SEQUENCE_MS;
      began_at = event.key === 'g' ? event.timeStamp : -Infinity;
      if (follows_g && event.key === 'm') go(event, '/');
      else if (follows_g && event.key === 'a') go(event, '/approvals');
      else if (event.key === '?') setOpened(true);
      else if (event.key === '/') {
        event.preventDefault();
        // The desk has its search later than its heading.
        if (!focusSearch()) navigate('/?find=now');
      }
    };
    const open = (): void => setOpened(true);
    // Before the keys of pages.
    window.addEventListener('keydown', onKey, true);
    window.addEventListener(OPEN_EVENT, open);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener(OPEN_EVENT, open);
    };
  }, [navigate]);
  return (
    <Modal
      opened={opened}
      onClose={() => setOpened(false)}
      title={t('shortcuts.title')}
      closeButtonProps={{ 'aria-label': t('dialog.close') }}
    >
      <Table>
        <Table.Tbody>
          {SHORTCUTS.map(([keys, meaning]) => (
            <Table.Tr key={meaning}>
              <Table.Td>
                {keys.map((key) => (
                  <Kbd key={key} mr={4}>
                    {key}
                  </Kbd>
                ))}
              </Table.Td>
              <Table.Td>{t(meaning)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
}

/** @returns whether the page has a search */
export function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]');
  field?.focus();
  field?.select();
  return field !== null;
}
