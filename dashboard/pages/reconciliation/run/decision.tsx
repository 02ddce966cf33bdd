/** The decision about a line, by whom and why; or what is suggested, and the buttons to decide. */
import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Line, Run } from '../../../generated/wire.ts';
import { Status } from '../../../ui/status.tsx';
import { useWords } from '../../../words.ts';
import { ACTION_NAMES, isLeft, suggestionOf, type Suggestion } from './actions.ts';

export interface DecisionProps {
  line: Line;
  run: Run;
  onResolve: () => void;
  onAccept: () => void;
}

export function Decision({ line, run, onResolve, onAccept }: DecisionProps): ReactNode {
  const { t } = useWords();
  const suggestion = suggestionOf(line);
  return (
    <div>
      <Decided line={line} />
      {isLeft(line) &&
        (run.status === 'open' ? (
          <>
            {suggestion && <Suggested suggestion={suggestion} />}
            <Group gap="xs" wrap="wrap" className="line-buttons">
              {suggestion && (
                <Button size="compact-sm" onClick={onAccept}>
                  {t('reconciliation.accept')}
                </Button>
              )}
              {/* An interrupted decision can be repeated. */}
              <Button size="compact-sm" variant="default" onClick={onResolve}>
                {t('reconciliation.resolve')}
              </Button>
            </Group>
          </>
        ) : (
          t('reconciliation.left_open')
        ))}
    </div>
  );
}

function Suggested({ suggestion: { name, why } }: { suggestion: Suggestion }): ReactNode {
  const { t } = useWords();
  return (
    <>
      <Text size="sm" fw={500}>
        {t('reconciliation.suggested', { action: t(name) })}
      </Text>
      <Text size="xs" c="dimmed" mb={4}>
        {t(why)}
      </Text>
    </>
  );
}

function Decided({ line: { resolution } }: { line: Line }): ReactNode {
  const { t, word } = useWords();
  if (!resolution) return null;
  const name = ACTION_NAMES[resolution.action];
  return (
    <>
      <Text size="sm">
        {resolution.status === 'resolving'
          ? t('reconciliation.resolving')
          : name
            ? t(name)
            : word('kind', resolution.action)}
      </Text>
      {resolution.bank_account && (
        <Text size="xs">{`${resolution.bank_account.code} ${resolution.bank_account.name}`}</Text>
      )}
      {resolution.as === 'expense' && <Text size="xs">{t('reconciliation.as_expense')}</Text>}
      {resolution.status === 'awaiting_approval' && <Status status="awaiting_approval" />}
      <Text size="xs" c="dimmed">
        {resolution.by.name}
        {resolution.note !== null && ` · ${resolution.note}`}
      </Text>
    </>
  );
}
