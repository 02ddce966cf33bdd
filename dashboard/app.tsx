/** What surrounds every page: theme, queries, language; and which page an address shows. */
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { Redirect, Route, Switch, useLocation } from 'wouter';
import { queryClient } from './api/reads.ts';
import { loadLaterStyles } from './later.ts';
import { PAGES, type PageFacts } from './pages.ts';
import { signInPath } from './session/next-path.rules.ts';
import { usePlace } from './session/place.ts';
import { useSession } from './session/session.ts';
import { GuardedRouter } from './shell/leaving.tsx';
import { Shell } from './shell/shell.tsx';
import { NotFound } from './ui/not-found.tsx';
import { cssVariables, theme } from './theme.ts';
import { Loading } from './ui/data-table.tsx';

/** What is said before they are there is kept for them. */
const Notifications = lazy(async () => {
  const [{ Notifications: Component }] = await Promise.all([
    import('@mantine/notifications'),
    loadLaterStyles(),
  ]);
  return { default: Component };
});

export function App({ nonce }: { nonce: string }): ReactNode {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Suspense fallback={null}>
          <Notifications position="bottom-right" />
        </Suspense>
        <Suspense fallback={<Loading />}>
          <GuardedRouter>
            <Pages />
          </GuardedRouter>
        </Suspense>
      </QueryClientProvider>
    </MantineProvider>
  );
}

function Pages(): ReactNode {
  const signed_in = useSession() !== null;
  const { project_id, environment } = usePlace();
  // What was read belongs to who read it, and where.
  useEffect(() => () => queryClient.clear(), [signed_in, project_id, environment]);
  return (
    <Switch>
      {PAGES.map((page) => (
        <Route key={page.address} path={page.address}>
          <Shown page={page} signed_in={signed_in} />
        </Route>
      ))}
      <Route path="/ledger">
        <Redirect to="/ledger/accounts" replace />
      </Route>
      <Route path="/settings">
        <Redirect to="/settings/cooperative" replace />
      </Route>
      <Route>
        {signed_in ? (
          <Shell>
            <NotFound />
          </Shell>
        ) : (
          <Redirect to="/sign-in" replace />
        )}
      </Route>
    </Switch>
  );
}

function Shown({ page, signed_in }: { page: PageFacts; signed_in: boolean }): ReactNode {
  const [path] = useLocation();
  const { Component } = page;
  if (page.is_public) return <Component />;
  if (!signed_in) return <Redirect to={signInPath(path + window.location.search)} replace />;
  return (
    <Shell>
      <Suspense fallback={<Loading />}>
        {/* A page of another thing is another page: its forms and focus begin anew. Another tab is the same page. */}
        <Component key={page.address.endsWith('/:tab') ? page.address : path} />
      </Suspense>
    </Shell>
  );
}
