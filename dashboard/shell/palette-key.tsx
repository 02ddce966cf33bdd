/** Ctrl+K, or Command+K, opens the palette, which is loaded then. What is typed meanwhile is kept. */
import { Modal, TextInput } from '@mantine/core';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyPart, withLater } from '../later.ts';
import { useWords } from '../words.ts';

const Palette = lazyPart(async () => ({ default: (await withLater(import('./palette.tsx'))).Palette }));

export function PaletteKey(): ReactNode {
  const [is_open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const { t } = useWords();
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      // Not over a dialog, whose form would stay below it.
      if (document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      setQuery('');
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  const close = (): void => setOpen(false);
  if (!is_open) return null;
  const loading = (
    <Modal opened onClose={close} title={t('shortcuts.palette')} withCloseButton={false}>
      <TextInput
        aria-label={t('shortcuts.palette')}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        autoFocus
        data-autofocus
      />
    </Modal>
  );
  return (
    <Suspense fallback={loading}>
      <Palette query={query} onQuery={setQuery} onClose={close} />
    </Suspense>
  );
}
