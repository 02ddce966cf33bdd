/** Ctrl+K, or Command+K, opens the palette, which is loaded then. */
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { lazyPart, withLater } from '../later.ts';

const Palette = lazyPart(async () => ({ default: (await withLater(import('./palette.tsx'))).Palette }));

export function PaletteKey(): ReactNode {
  const [is_open, setOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      // Not over a dialog, whose form would stay below it.
      if (document.querySelector('[role=dialog]')) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  if (!is_open) return null;
  return (
    <Suspense fallback={null}>
      <Palette onClose={() => setOpen(false)} />
    </Suspense>
  );
}
