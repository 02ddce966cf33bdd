/** What the person who looks sees of the navigation. */
import { useCooperative, useIsManager, useRole } from '../api/me.ts';
import type { Viewer } from './navigation.ts';

export function useViewer(): Viewer {
  const has_cooperative = Boolean(useCooperative());
  const is_manager = useIsManager();
  const is_maker = useRole() === 'maker';
  return { has_cooperative, is_manager, is_maker };
}
