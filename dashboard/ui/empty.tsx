/** What stands in place of an empty list: that nothing is here yet; without a filter also what would be, and where to begin. */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useWords, type TextId } from '../words.ts';
import { LinkButton } from './link-button.tsx';

export interface EmptyProps {
  /** What would be here, and what to do. */
  what: TextId;
  /** The page where that is done; where it is done on this one, a button above says it. */
  begin?: { href: string; label: TextId };
}

export function Empty({ what, begin }: EmptyProps): ReactNode {
  const { t } = useWords();
  const [filters] = useSearchParams();
  if (filters.size > 0) return t('list.empty');
  return (
    <>
      <span className="empty-head">{t('list.empty')}</span>
      <Text span size="sm" className="empty-what">
        {t(what)}
      </Text>
      {begin && (
        <LinkButton href={begin.href} size="xs" variant="default">
          {t(begin.label)}
        </LinkButton>
      )}
    </>
  );
}
