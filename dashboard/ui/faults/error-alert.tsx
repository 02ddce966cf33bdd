/** An error of the API, with what a person needs to correct it. */
import { Alert, Button, List, Text } from '@mantine/core';
import { UshirikaError } from '@ushirika/sdk/transport';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Unanswered } from '../../api/submit.ts';
import { useWords } from '../../words.ts';
import { PREREQUISITES } from './prerequisites.ts';

export interface ErrorAlertProps {
  error: Error | null;
  /** Fields whose faults are shown beside them already. */
  shownFields?: readonly string[];
  /** Before the sentence: `Not booked`. */
  title?: string;
  /** Repeats the read. */
  onRetry?: () => void;
}

export function ErrorAlert({ error, shownFields = [], title, onRetry }: ErrorAlertProps): ReactNode {
  const words = useErrorWords();
  if (!error) return null;
  const api = error instanceof UshirikaError ? error : null;
  const others = (api?.details ?? []).filter(({ path }) => path === undefined || !shownFields.includes(path));
  const missing = PREREQUISITES[api?.reason ?? ''];
  const are_shown_all = api !== null && api.details.length > 0 && others.length === 0;
  const omitted = api?.body?.details_omitted ?? 0;
  return (
    <Alert color="red" role="alert" variant="light" title={title}>
      <Text size="sm">{are_shown_all ? words.see_fields : words.sentence(error)}</Text>
      {missing && (
        <Link href={missing.href} className="prerequisite">
          {words.text(missing.label)}
        </Link>
      )}
      {api?.status === 403 && !api.reason && (
        <Text size="sm" c="dimmed">
          {api.message}
        </Text>
      )}
      {others.length > 0 && (
        <List size="sm" mt={4}>
          {others.map(({ path, lineNo, message }) => (
            <List.Item key={`${path ?? lineNo ?? ''} ${message}`}>
              {lineNo === undefined ? '' : `${words.line(lineNo)}: `}
              {message}
            </List.Item>
          ))}
          {omitted > 0 && <List.Item>{words.more(omitted)}</List.Item>}
        </List>
      )}
      {api?.requestId && !missing && (
        <Text size="xs" c="dimmed" mt={4}>
          {words.request(api.requestId)}
        </Text>
      )}
      {onRetry && (
        <Button size="xs" variant="default" mt="xs" onClick={onRetry}>
          {words.try_again}
        </Button>
      )}
    </Alert>
  );
}

function useErrorWords(): {
  sentence: (error: Error) => string;
  line: (line_no: number) => string;
  more: (count: number) => string;
  request: (id: string) => string;
  /** Said where every fault is shown beside its field. */
  see_fields: string;
  try_again: string;
  text: ReturnType<typeof useWords>['t'];
} {
  const { t, reason } = useWords();
  return {
    sentence: (error) => {
      if (error instanceof Unanswered) return t('error.no_answer');
      if (!(error instanceof UshirikaError)) return error.message;
      const missing = PREREQUISITES[error.reason ?? ''];
      if (missing) return t(missing.sentence);
      if (error.status === 404) return t('error.not_found');
      if (error.status === 403 && !error.reason) return t('error.forbidden');
      return reason(error.reason, error.message);
    },
    line: (line_no) => t('error.line', { line_no }),
    more: (count) => t('error.more', { count }),
    request: (id) => t('error.request', { id }),
    see_fields: t('error.see_fields'),
    try_again: t('error.try_again'),
    text: t,
  };
}

/** The fault of one field, in the API's words; undefined where there is none. */
export function fieldError(error: Error | null | undefined, path: string): string | undefined {
  if (!(error instanceof UshirikaError)) return undefined;
  const message = error.details.find((detail) => detail.path === path)?.message;
  // Beside the field its name is not repeated.
  return message?.replace(/^"[^"]+" (\w)/, (_all, first: string) => first.toUpperCase());
}
