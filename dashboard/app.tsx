/** The root component: theme, queries, language, and the page of each address. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, type ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { queryClient } from './api/reads.ts';
import { PAGES, type PageFacts } from './pages.ts';
import { PublicPage } from './pages/sign-in/public-page.tsx';
import { signInPath } from './session/next-path.rules.ts';
import { usePlace } from './session/place.ts';
import { useInterrupted, useSession } from './session/session.ts';
import { GuardedRouter } from './shell/leaving.tsx';
import { Shell } from './shell/shell.tsx';
import { SignInAgain } from './shell/sign-in-again.tsx';
import { ErrorBoundary } from './ui/faults/error-boundary.tsx';
import { FaultPage } from './ui/faults/fault.tsx';
import { NotFound } from './ui/page/not-found.tsx';
import { Notices } from './ui/notices.tsx';
import { cssVariables, theme } from './styles/theme.ts';
import { Loading } from './ui/data-table.tsx';
import { PageSkeleton } from './ui/skeletons.tsx';

export function App({ nonce }: { nonce: string }): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <ErrorBoundary fallback={(error) => <FaultPage error={error} Frame={PublicPage} />}>
          <Notices />
          <Suspense fallback={<Loading />}>
            <GuardedRouter>
              <Pages />
            </GuardedRouter>
          </Suspense>
        </ErrorBoundary>
      </QueryClientProvider>
    </MantineProvider>
  );
}

const PUBLIC_PAGES = PAGES.filter(({ is_public }) => is_public);
const PAGES_IN_SHELL = PAGES.filter(({ is_public }) => !is_public);

function Pages(): ReactNode {
  const is_interrupted = useInterrupted();
  const signed_in = useSession() !== null || is_interrupted;
  const { project_id, environment } = usePlace();
  // What was read belongs to one person, project and environment.
  useEffect(() => () => queryClient.clear(), [signed_in, project_id, environment]);
  return (
    <>
      {is_interrupted && <SignInAgain />}
      <Switch>
        {PUBLIC_PAGES.map(({ address, Component }) => (
          <Route key={address} path={address} component={Component} />
        ))}
        <Route>{signed_in ? <PageInShell /> : <ToSignIn />}</Route>
      </Switch>
    </>
  );
}

/** The shell stays from page to page: only the page is made anew. */
function PageInShell(): ReactNode {
  return (
    <Shell>
      <Switch>
        {PAGES_IN_SHELL.map((page) => (
          <Route key={page.address} path={page.address}>
            <Shown page={page} />
          </Route>
        ))}
        <Route path="/ledger">
          <Redirect to="/ledger/accounts" replace />
        </Route>
        <Route path="/settings">
          <Redirect to="/settings/cooperative" replace />
        </Route>
        <Route>
          <NotFound />
        </Route>
      </Switch>
    </Shell>
  );
}

/** Who signs in goes on to the page that was asked for. */
function ToSignIn(): ReactNode {
  const [path] = useLocation();
  return <Redirect to={signInPath(path + window.location.search)} replace />;
}

function Shown({ page }: { page: PageFacts }): ReactNode {
  const [path] = useLocation();
  const { Component } = page;
  return (
    <ErrorBoundary part={path} fallback={(error) => <FaultPage error={error} />}>
      <Suspense fallback={<PageSkeleton />}>
        {/* Another id is another page, with new forms and focus. Another tab is the same page. */}
        <Component key={page.address.endsWith('/:tab') ? page.address : path} />
      </Suspense>
    </ErrorBoundary>
  );
}
