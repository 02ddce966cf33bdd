/** The commands of the tool itself: sign-in, profiles, events, completion. */
import type { OwnRow } from './command.ts';

const TRIGGERS = [
  'payment.completed',
  'payment.failed',
  'payment.cancelled',
  'refund.succeeded',
  'refund.failed',
  'topup.credited',
  'sacco.entry.posted',
  'approval.created',
] as const;

export const OWN_COMMANDS: readonly OwnRow[] = [
  {
    words: 'login',
    summary: 'Sign in, or store an API key (--api-key -), in the profile',
    extra_flags: [
      { flags: '--email <address>', description: 'of the user' },
      { flags: '--password-stdin', description: 'read the password from stdin' },
      { flags: '--code <digits>', description: 'of the authenticator app, if the user has one' },
    ],
    example: 'login --url https://money.example --email hirut@umoja.example',
    load: () => import('./commands/session/login.ts'),
  },
  {
    words: 'logout',
    summary: 'End the session on the server and delete the credential',
    load: () => import('./commands/session/logout.ts'),
  },
  {
    words: 'whoami',
    summary: 'Show the current user or API key, and the address',
    load: () => import('./commands/session/whoami.ts'),
  },
  {
    words: 'status',
    summary: 'Show availability, readiness and version of the service, and the clock difference',
    load: () => import('./commands/status.ts'),
  },
  {
    words: 'open',
    summary: 'Print the address of the dashboard, the documentation or Bull Board; opens it on a terminal',
    args: [{ name: '[what]', about: 'desk by default', choices: ['desk', 'docs', 'board'] }],
    load: () => import('./commands/open.ts'),
  },
  {
    words: 'profiles list',
    summary: 'List the profiles in the configuration file',
    load: () => import('./commands/profiles/list.ts'),
  },
  {
    words: 'profiles use',
    summary: 'Make a profile the default',
    args: [{ name: '<name>', about: 'of the profile' }],
    load: () => import('./commands/profiles/use.ts'),
  },
  {
    words: 'profiles remove',
    summary: 'Delete a profile with its credential',
    args: [{ name: '<name>', about: 'of the profile' }],
    load: () => import('./commands/profiles/remove.ts'),
  },
  {
    words: 'config get',
    summary: 'Show a setting of the profile',
    args: [{ name: '<name>', about: 'the setting', choices: ['url', 'environment', 'output'] }],
    load: () => import('./commands/profiles/config-get.ts'),
  },
  {
    words: 'config set',
    summary: 'Change a setting of the profile',
    args: [
      { name: '<name>', about: 'the setting', choices: ['url', 'environment', 'output'] },
      { name: '<value>', about: 'environment: test, live; output: table, json' },
    ],
    load: () => import('./commands/profiles/config-set.ts'),
  },
  {
    words: 'listen',
    summary: 'Forward events to a program on this machine, signed as webhooks',
    extra_flags: [
      { flags: '--forward-to <url>', description: 'the receiver; on this machine, unless --allow-remote' },
      { flags: '--events <types>', description: 'event types, separated by commas (all)' },
      { flags: '--allow-remote', description: 'forward to another machine' },
      { flags: '--skip-forward', description: 'only print the events' },
      { flags: '--print-secret', description: 'print only the signing secret' },
    ],
    example: 'listen --forward-to http://127.0.0.1:4000/hooks --events payment.completed',
    load: () => import('./commands/listen.ts'),
  },
  {
    words: 'trigger',
    summary: 'Cause an event in the test environment',
    args: [{ name: '<type>', about: 'of the event', choices: TRIGGERS }],
    extra_flags: [
      { flags: '--member <id>', description: 'for sacco.entry.posted and approval.created' },
      { flags: '--customer <id>', description: 'for topup.credited; created if left out' },
      { flags: '--currency <code>', description: 'of the payment (KES)' },
    ],
    example: 'trigger payment.completed',
    load: () => import('./commands/trigger.ts'),
  },
  {
    words: 'logs',
    summary: 'Show webhook deliveries and, for owners and admins, the audit log; newest last',
    extra_flags: [
      { flags: '--follow', description: 'continue with new lines' },
      {
        flags: '--status <status>',
        description: 'of deliveries',
        choices: ['pending', 'delivered', 'failed'],
      },
      {
        flags: '--type <type>',
        description: 'of events or audited actions; `payment.` for all with that prefix',
      },
    ],
    load: () => import('./commands/logs.ts'),
  },
  {
    words: 'completion',
    summary: 'Print a completion script for a shell',
    args: [{ name: '<shell>', about: 'the shell', choices: ['bash', 'zsh', 'fish'] }],
    example: 'completion bash > ~/.local/share/bash-completion/completions/ushirika',
    load: () => import('./commands/completion.ts'),
  },
];
