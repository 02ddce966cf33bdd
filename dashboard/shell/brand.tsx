/** The cooperative's logo and name, in the banner of every page. */
import type { ReactNode } from 'react';
import { useLogo } from '../api/logo.ts';

export function Brand({ name }: { name: string }): ReactNode {
  const logo = useLogo();
  if (!logo) return name;
  return (
    <>
      <img className="brand-logo" src={logo} alt={name} />
      <span aria-hidden>{name}</span>
    </>
  );
}
