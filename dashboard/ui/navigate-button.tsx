/** A button that leads to a page: where the page counts among the things that can be done here. */
import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';

export function NavigateButton({
  href,
  children,
  ...rest
}: ButtonProps & { href: string; children: ReactNode }): ReactNode {
  const [, navigate] = useLocation();
  return (
    <Button onClick={() => navigate(href)} {...rest}>
      {children}
    </Button>
  );
}
