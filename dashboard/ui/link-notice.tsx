/** Something waits elsewhere, and this leads there. */
import { Alert } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export function LinkNotice({ href, children }: { href: string; children: ReactNode }): ReactNode {
  return (
    <Alert color="yellow" variant="light" role="status">
      <Link href={href} className="lone-link">
        {children}
      </Link>
    </Alert>
  );
}
