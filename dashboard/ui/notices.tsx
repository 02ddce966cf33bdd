/** The place of notices (toast.ts). Notices from before it is loaded are kept for it. */
import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import { lazyPart, loadLaterStyles } from '../later.ts';
import { Part, PartNotLoaded } from './part.tsx';

const Notifications = lazyPart(async () => {
  const [{ Notifications: Component }] = await Promise.all([
    import('@mantine/notifications'),
    loadLaterStyles(),
  ]);
  return { default: Component };
});

export function Notices(): ReactNode {
  return (
    <Part
      failed={
        <Box pos="fixed" bottom={16} right={16}>
          <PartNotLoaded />
        </Box>
      }
    >
      <Notifications position="bottom-right" />
    </Part>
  );
}
