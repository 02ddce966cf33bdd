/** A status in words; its colour only repeats what the word says. */
import { Badge } from '@mantine/core';
import { useWords } from '../words.ts';

type Tone = 'good' | 'waiting' | 'bad' | 'over';

const COLOURS: Record<Tone, string> = { good: 'teal', waiting: 'yellow', bad: 'red', over: 'gray.6' };

const TONES: Record<string, Tone> = {
  ...tones(
    'good',
    'posted active approved completed sent succeeded open paid matched accepted credited pledged consented captured verified ready enabled delivered allocated confirmed imported',
  ),
  ...tones(
    'waiting',
    'awaiting_approval requested held queued sending unknown paying pending posting processing initiated applied declared closing reopening retrying importing invited paid_with_exceptions',
  ),
  ...tones(
    'bad',
    'failed declined refused rejected blocked suspended frozen written_off overdue amount_mismatch currency_mismatch status_mismatch unmatched',
  ),
};

function tones(tone: Tone, words: string): Record<string, Tone> {
  return Object.fromEntries(words.split(' ').map((word) => [word, tone]));
}

export interface StatusProps {
  status: string;
  /** It is an entry's status, where `pending` means that it is being booked. */
  ofEntry?: boolean;
  /** What is said instead of the usual word. */
  text?: string;
}

export function Status({ status, ofEntry = false, text: said }: StatusProps): React.ReactNode {
  const words = useWords();
  const usual = ofEntry && status === 'pending' ? words.t('status.posting') : words.status(status);
  return (
    <Badge color={COLOURS[TONES[status] ?? 'over']} variant="dot" radius="sm" className="status">
      {said ?? usual}
    </Badge>
  );
}
