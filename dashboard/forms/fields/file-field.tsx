/** A file that is chosen, or a picture that is taken: a phone opens its camera. */
import { Input, SimpleGrid, Text } from '@mantine/core';
import { useId, type InputHTMLAttributes, type ReactNode } from 'react';
import { useWords } from '../../words.ts';

export interface FileFieldProps {
  label: string;
  value: File | null;
  onChange: (file: File | null) => void;
  error?: string | undefined;
  disabled?: boolean;
  /** What may be chosen; a logo is not photographed. */
  kind?: keyof typeof ACCEPTED;
}

const PICTURES = 'image/jpeg,image/png,image/webp';
const ACCEPTED = {
  any: `application/pdf,${PICTURES}`,
  picture: PICTURES,
  logo: 'image/jpeg,image/png',
} as const;

export function FileField(props: FileFieldProps): ReactNode {
  const { label, value, onChange, error, disabled = false, kind = 'any' } = props;
  const { t } = useWords();
  const id = useId();
  const input = (more: InputHTMLAttributes<HTMLInputElement>): ReactNode => (
    <input
      type="file"
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.files?.[0] ?? null)}
      {...more}
    />
  );
  return (
    <div>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <Input.Wrapper label={label} error={error} id={`${id}-file`}>
          {input({
            id: `${id}-file`,
            accept: ACCEPTED[kind],
            'aria-invalid': error ? true : undefined,
          })}
        </Input.Wrapper>
        {kind !== 'logo' && (
          <Input.Wrapper label={t('uploads.camera')} id={`${id}-camera`}>
            {input({ id: `${id}-camera`, accept: 'image/*', capture: 'environment' })}
          </Input.Wrapper>
        )}
      </SimpleGrid>
      {value && (
        <Text size="sm" role="status">
          {t('uploads.chosen', { name: value.name })}
        </Text>
      )}
    </div>
  );
}
