/** What a member's timeline consists of. Pure. */
export const TIMELINE_KINDS = [
  'movement',
  'loan',
  'guarantee',
  'document',
  'message',
  'note',
  'event',
] as const;
export type TimelineKind = (typeof TIMELINE_KINDS)[number];
