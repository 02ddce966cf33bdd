/** The next page of a list: a button, and where it is wanted by scrolling to it. */
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ListState } from '../api/reads.ts';
import { useWords } from '../words.ts';
import { useVisible } from './use-visible.ts';

/** Beyond that somebody asks for each: a page with all rows of a large list would be slow. */
const MOST_PAGES_BY_SCROLLING = 10;

export interface LoadMoreProps {
  list: ListState;
  byScrolling?: boolean;
}

export function LoadMore({ list, byScrolling = false }: LoadMoreProps): ReactNode {
  if (!list.has_more) return null;
  // A new one after each page: what was visible is below the rows that came.
  return (
    <NextPage
      key={list.pages_read}
      list={list}
      byScrolling={byScrolling && list.pages_read < MOST_PAGES_BY_SCROLLING}
    />
  );
}

function NextPage({ list: { is_loading_more, loadMore }, byScrolling }: Required<LoadMoreProps>): ReactNode {
  const { t } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const is_visible = useVisible(place);
  const has_asked = useRef(false);
  useEffect(() => {
    if (!byScrolling || !is_visible || has_asked.current) return;
    has_asked.current = true;
    loadMore();
  }, [byScrolling, is_visible, loadMore]);
  return (
    <Group ref={place} justify="center" className="no-print">
      <Button variant="default" onClick={loadMore} loading={is_loading_more}>
        {t('list.load_more')}
      </Button>
    </Group>
  );
}
