/** Ctrl+K, or Command+K, opens the palette, which is loaded then. What is typed meanwhile is kept. */
import { Modal, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocation } from 'wouter';
import { lazyPart, withLater } from '../later.ts';
import { Part, PartNotLoaded } from '../ui/part.tsx';
import { useWords } from '../words.ts';

const Palette = lazyPart(async () => ({ default: (await withLater(import('./palette.tsx'))).Palette }));

export interface PaletteKeyProps {
  /** Is there something to find? */
  isOffered: boolean;
}

/** Mounted before what listens to keys of pages: it takes what is typed first. */
export function PaletteKey({ isOffered }: PaletteKeyProps): ReactNode {
  const [is_open, setOpen] = useState(false);
  const [query, setQuery] = useState('');
  const { t } = useWords();
  const take = useEffectEvent((event: KeyboardEvent): boolean => {
    if (is_open && isTypedIntoNothing(event)) {
      setQuery((before) => before + event.key);
      return true;
    }
    // Not over a dialog, whose form would stay below it.
    if (!isOffered || !isPaletteKey(event) || document.querySelector('[role=dialog]')) return false;
    setQuery('');
    setOpen(true);
    return true;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!take(event)) return;
      event.preventDefault();
      event.stopImmediatePropagation();
    };
    window.addEventListener('keydown', onKey, true);
    return () => window.removeEventListener('keydown', onKey, true);
  }, []);
  const close = (): void => setOpen(false);
  // The page that was chosen is shown; so is one that the browser goes back to.
  const [path] = useLocation();
  useEffect(close, [path]);
  if (!is_open) return null;
  const dialog = (content: ReactNode): ReactNode => (
    <Modal opened onClose={close} title={t('shortcuts.palette')} withCloseButton={false}>
      {content}
    </Modal>
  );
  const waiting = (
    <TextInput
      aria-label={t('shortcuts.palette')}
      value={query}
      onChange={(event) => setQuery(event.currentTarget.value)}
      autoFocus
      data-autofocus
    />
  );
  return (
    <Part waiting={dialog(waiting)} failed={dialog(<PartNotLoaded />)}>
      <Palette query={query} onQuery={setQuery} onClose={close} />
    </Part>
  );
}

function isPaletteKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey;
}

/** A letter that comes while the focus passes from the field that waits to the palette's own, or into the first one. */
function isTypedIntoNothing({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const is_letter = key.length === 1 && !ctrlKey && !metaKey && !altKey;
  return is_letter && !(target instanceof Element && target.closest('[role=dialog]'));
}
