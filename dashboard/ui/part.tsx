/** The place of parts of a page that are loaded later. Where that fails it says so, with a button, and the rest of the page stays. */
import { Button } from '@mantine/core';
import { Suspense, type ReactNode } from 'react';
import { useReturnFocus } from '../forms/return-focus.ts';
import { loadPartsAgain, NotLoaded, useAttempts } from '../later.ts';
import { useWords } from '../words.ts';
import { ErrorAlert } from './faults/error-alert.tsx';
import { ErrorBoundary } from './faults/error-boundary.tsx';

export interface PartProps {
  /** Shown while it is being loaded. */
  waiting?: ReactNode;
  /** Shown where it could not be. */
  failed?: ReactNode;
  children: ReactNode;
}

export function Part({ waiting = null, failed = <PartNotLoaded />, children }: PartProps): ReactNode {
  return (
    <ErrorBoundary
      part={String(useAttempts())}
      fallback={(error) => {
        // What is wrong with a part that was loaded is told by the page.
        if (!(error instanceof NotLoaded)) throw error;
        return failed;
      }}
    >
      <Suspense fallback={waiting}>{children}</Suspense>
    </ErrorBoundary>
  );
}

export function PartNotLoaded(): ReactNode {
  const { t } = useWords();
  useReturnFocus();
  return <ErrorAlert error={new Error(t('fault.not_loaded'))} onRetry={loadPartsAgain} />;
}

/** Where there is no room for the sentence. */
export function LoadAgainButton(): ReactNode {
  const { t } = useWords();
  useReturnFocus();
  return (
    <Button size="sm" variant="default" onClick={loadPartsAgain}>
      {t('error.try_again')}
    </Button>
  );
}
