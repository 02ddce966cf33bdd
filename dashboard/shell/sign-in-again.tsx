/**
 * Signing in over a page whose session has ended while a form of it holds what is not sent. The page below goes on where the same
 * person signs in; somebody else begins at the desk, with nothing of it.
 */
import { Modal, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { call, currentSender } from '../api/client.ts';
import { useMe } from '../api/me.ts';
import { refreshAll } from '../api/reads.ts';
import { sendUntilAnswered } from '../api/resend.ts';
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx';
import { endAllTyped } from '../session/keeping.ts';
import { isInterrupted, resume, useSession } from '../session/session.ts';
import { useWords } from '../words.ts';

export function SignInAgain(): ReactNode {
  const { t } = useWords();
  const session = useSession();
  const before = useMe()?.user;
  useEffect(() => {
    if (session) void goOn(before?.id);
  }, [session, before?.id]);
  return (
    <Modal.Root
      opened
      onClose={() => undefined}
      fullScreen
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={ABOVE_DIALOGS}
    >
      <Modal.Content aria-label={t('sign_in.title')}>
        <Modal.Body>
          <Stack maw={380} mx="auto" mt="xl">
            <Title order={1}>{t('sign_in.title')}</Title>
            <Text>{t('sign_in.ended')}</Text>
            <SignInForm email={before?.email ?? ''} />
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

const ABOVE_DIALOGS = 400;

async function goOn(user_id: string | undefined): Promise<void> {
  const sender = currentSender();
  // A session that is refused has ended, and is asked for again.
  const me = await sendUntilAnswered(() => call('auth.me', {}, { sender })).catch(() => null);
  if (!me) return;
  if (me.data.user.id === user_id) {
    resume();
    void refreshAll();
  } else {
    endAllTyped();
    window.location.assign('/');
  }
}

/** A dialog of the page below would close, with what is typed in it. Called before any dialog listens. */
export function guardDialogs(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape' && isInterrupted()) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
