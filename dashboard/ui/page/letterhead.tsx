/** Whose page or paper it is: the cooperative's logo and name. */
import type { ReactNode } from 'react';
import { useLogo } from '../../api/logo.ts';
import { useMe } from '../../api/me.ts';
import { usePlace } from '../../session/place.ts';

/** At the head of what is printed. */
export function Letterhead(): ReactNode {
  const { project_id } = usePlace();
  const project = useMe()?.projects.find(({ id }) => id === project_id);
  const logo = useLogo();
  return (
    <>
      {logo && <img className="letterhead-logo" src={logo} alt="" />}
      <strong>{project?.name}</strong>
    </>
  );
}
