/** A link that looks like a button. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';

export function LinkButton({
  href,
  children,
  ...rest
}: ButtonProps & { href: string; children: ReactNode }): ReactNode {
  return (
    <Button component={Link} href={href} {...rest}>
      {children}
    </Button>
  );
}
