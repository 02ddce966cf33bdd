/** In which zone the times of a page are, once: at the foot of a page that shows one (styles.css). */
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCooperativeReading } from '../../api/me.ts';
import { zoneName } from '../../forms/fields/zones.rules.ts';
import { usePlace } from '../../session/place.ts';
import { useWords } from '../../words.ts';

export function ZoneNote(): ReactNode {
  const { t } = useWords();
  const { project_id } = usePlace();
  // As the page has read it: where that has failed, the page says so and asks again.
  const { data: cooperative } = useCooperativeReading({ enabled: false });
  if (project_id !== null && cooperative === undefined) return null;
  return (
    <Text size="xs" c="dimmed" className="zone-note no-print">
      {t('zone.note', { zone: zoneName(cooperative?.utc_offset_minutes ?? 0) })}
    </Text>
  );
}
