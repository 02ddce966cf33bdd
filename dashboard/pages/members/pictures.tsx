/** The photo and the signature of a member, and how they are replaced. */
import { Button, Group, Image, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { readFile, useUpload } from '../../api/files.ts';
import { useSubmit } from '../../api/submit.ts';
import { FileField } from '../../forms/fields/file-field.tsx';
import { useForm } from '../../forms/form.ts';
import { SubmitDialog } from '../../forms/submit-form.tsx';
import type { Member } from '../../generated/wire.ts';
import { ErrorAlert } from '../../ui/faults/error-alert.tsx';
import { useWords } from '../../words.ts';

const PICTURES = [
  {
    name: 'photo_file_id',
    purpose: 'member_photo',
    label: 'pictures.photo',
    missing: 'pictures.no_photo',
    change: 'pictures.change_photo',
  },
  {
    name: 'signature_file_id',
    purpose: 'member_signature',
    label: 'pictures.signature',
    missing: 'pictures.no_signature',
    change: 'pictures.change_signature',
  },
] as const;
type Which = (typeof PICTURES)[number];

export function MemberPictures({ member }: { member: Member }): ReactNode {
  const { t } = useWords();
  const [changing, setChanging] = useState<Which | null>(null);
  return (
    <Group align="flex-end" gap="lg">
      {PICTURES.map((which) => (
        <Stack key={which.name} gap="xs" align="flex-start">
          {member[which.name] === null ? (
            <Text size="sm" c="dimmed">
              {t(which.missing)}
            </Text>
          ) : (
            <Picture id={member[which.name] as string} label={t(which.label)} />
          )}
          <Button size="xs" variant="default" onClick={() => setChanging(which)}>
            {t(which.change)}
          </Button>
        </Stack>
      ))}
      {changing && <ChangeDialog member={member} which={changing} onClose={() => setChanging(null)} />}
    </Group>
  );
}

const SIZE_PX = 120;

function Picture({ id, label }: { id: string; label: string }): ReactNode {
  const { address, error } = useFileAddress(id);
  if (error) return <ErrorAlert error={error} />;
  return address === null ? null : (
    <Image src={address} alt={label} h={SIZE_PX} w="auto" fit="contain" radius="sm" />
  );
}

/** Beside the member's name, which says who it is. */
export function Photo({ id, meanwhile }: { id: string; meanwhile: ReactNode }): ReactNode {
  const { address } = useFileAddress(id);
  return address === null ? meanwhile : <img src={address} alt="" className="face" />;
}

/** The content of a file as an address of this page; null until it is read. */
function useFileAddress(id: string): { address: string | null; error: Error | null } {
  const content = useQuery({ queryKey: ['file', id], queryFn: () => readFile(id), staleTime: Infinity });
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!content.data) return undefined;
    const made = URL.createObjectURL(content.data);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content.data]);
  return { address, error: content.error };
}

interface ChangeDialogProps {
  member: Member;
  which: Which;
  onClose: () => void;
}

function ChangeDialog({ member, which, onClose }: ChangeDialogProps): ReactNode {
  const { t } = useWords();
  const submission = useSubmit('sacco.members.putFiles');
  const uploading = useUpload();
  const form = useForm(submission, { file: null as File | null }, ({ file }) => ({
    file: file === null && t('uploads.missing'),
  }));
  const save = async (): Promise<void> => {
    const { file } = form.values;
    const id = file && (await uploading.upload(file, which.purpose));
    if (id === null) return;
    if (await submission.submit({ member: member.id, [which.name]: id })) onClose();
  };
  const field = form.field('file', which.name);
  return (
    <SubmitDialog
      form={form}
      title={t(which.change)}
      submitLabel={t('uploads.save')}
      onSubmit={save}
      onClose={onClose}
    >
      <FileField
        label={t(which.label)}
        kind="picture"
        {...field}
        disabled={field.disabled || uploading.is_busy}
      />
      <ErrorAlert error={uploading.error} />
    </SubmitDialog>
  );
}
