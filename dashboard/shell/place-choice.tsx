/** Which project and environment is shown. */
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useMe } from '../api/me.ts';
import { changePlace, usePlace, type Environment } from '../session/place.ts';
import { Choice } from '../forms/fields/choice.tsx';
import { useWords } from '../words.ts';
import { mayLeave } from './leaving.tsx';

export function PlaceChoice(): ReactNode {
  const { t } = useWords();
  const { project_id, environment } = usePlace();
  const [, navigate] = useLocation();
  const projects = useMe()?.projects ?? [];
  // The page belongs to the project and environment before the change.
  const change = (place: Parameters<typeof changePlace>[0]): void => {
    if (!mayLeave()) return;
    changePlace(place);
    navigate('/');
  };
  return (
    <>
      {projects.length > 0 && (
        <Choice
          aria-label={t('shell.project')}
          size="sm"
          className="place-project"
          value={project_id ?? ''}
          options={projects.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => change({ project_id: id })}
        />
      )}
      <Choice<Environment>
        aria-label={t('shell.environment')}
        size="sm"
        className="place-environment"
        value={environment}
        options={[
          { value: 'test', label: t('shell.test') },
          { value: 'live', label: t('shell.live') },
        ]}
        onChange={(chosen) => change({ environment: chosen })}
      />
    </>
  );
}
