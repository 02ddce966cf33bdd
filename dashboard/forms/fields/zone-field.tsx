/** A time zone by its name, among those whose clocks never change: the API keeps minutes east of UTC. */
import { NativeSelect, type NativeSelectProps } from '@mantine/core';
import { useMemo, useState, type ReactNode } from 'react';
import { now } from '../../clock.ts';
import { useWords } from '../../words.ts';
import { constantZones } from './zone-list.rules.ts';
import { zoneLabel, zoneName, type Zone } from './zones.rules.ts';

export interface ZoneFieldProps extends Pick<NativeSelectProps, 'description' | 'error' | 'disabled'> {
  /** Minutes east of UTC. */
  value: number;
  onChange: (utc_offset_minutes: number) => void;
}

export function ZoneField({ value, onChange, ...rest }: ZoneFieldProps): ReactNode {
  const { t } = useWords();
  const { east_african, others } = useMemo(
    () => constantZones(Intl.supportedValuesOf('timeZone'), now()),
    [],
  );
  const [chosen, setChosen] = useState('');
  const all = [...east_african, ...others];
  const offsetOf = (name: string): number | undefined =>
    all.find((zone) => zone.name === name)?.utc_offset_minutes;
  // Several zones have one offset: the one that was chosen stays until another offset is given.
  const name = offsetOf(chosen) === value ? chosen : zoneName(value);
  const options = (zones: readonly Zone[]): { value: string; label: string }[] =>
    zones.map((zone) => ({ value: zone.name, label: zoneLabel(zone) }));
  return (
    <NativeSelect
      {...rest}
      label={t('zone.label')}
      value={name}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setChosen(next);
        onChange(offsetOf(next) ?? value);
      }}
      data={[
        ...(offsetOf(name) === undefined ? [{ value: name, label: name }] : []),
        { group: t('zone.east_africa'), items: options(east_african) },
        { group: t('zone.others'), items: options(others) },
      ]}
    />
  );
}
