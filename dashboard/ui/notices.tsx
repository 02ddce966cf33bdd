/** The place of notices (toast.ts). Notices from before it is loaded are kept for it. */
import { Box } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { lazyPart, loadLaterStyles } from '../later.ts';
import { ErrorBoundary } from './faults/error-boundary.tsx';
import { Fault } from './faults/fault.tsx';

const Notifications = lazyPart(async () => {
  const [{ Notifications: Component }] = await Promise.all([
    import('@mantine/notifications'),
    loadLaterStyles(),
  ]);
  return { default: Component };
});

export function Notices(): ReactNode {
  return (
    <ErrorBoundary
      fallback={(error) => (
        <Box pos="fixed" bottom={16} right={16}>
          <Fault error={error} />
        </Box>
      )}
    >
      <Suspense fallback={null}>
        <Notifications position="bottom-right" />
      </Suspense>
    </ErrorBoundary>
  );
}
