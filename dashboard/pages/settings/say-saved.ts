/** Says that settings are saved, or wait for a second person. */
import type { SaccoSettings } from '../../generated/wire.ts';
import { sayDone } from '../../ui/toast.ts';
import type { Words } from '../../words.ts';

export function saySaved(t: Words['t'], { approval_id }: SaccoSettings): void {
  sayDone(t(approval_id === undefined ? 'settings.saved' : 'settings.awaits_approval'));
}
