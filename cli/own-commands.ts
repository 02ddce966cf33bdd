/** The commands of the tool itself: signing in, profiles, events, completion. */
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
    summary: 'Sign in, or keep an API key (--api-key -), in the profile',
    extra_flags: [
      { flags: '--email <address>', description: 'of the user' },
      { flags: '--password-stdin', description: 'read the password from stdin' },
      { flags: '--code <digits>', description: 'of the authenticator app, where the user has one' },
    ],
    example: 'login --url https://money.example --email hirut@umoja.example',
    load: () => import('./commands/session/login.ts'),
  },
  {
    words: 'logout',
    summary: 'End the session, on the server too, and forget the credential',
    load: () => import('./commands/session/logout.ts'),
  },
  {
    words: 'whoami',
    summary: 'Who is signed in where',
    load: () => import('./commands/session/whoami.ts'),
  },
  {
    words: 'status',
    summary: 'Is the service there and ready, which version is it, do the clocks agree',
    load: () => import('./commands/status.ts'),
  },
  {
    words: 'open',
    summary: 'The address of the dashboard, the documentation or Bull Board; opens it on a terminal',
    args: [{ name: '[what]', about: 'desk, unless given', choices: ['desk', 'docs', 'board'] }],
    load: () => import('./commands/open.ts'),
  },
  {
    words: 'profiles list',
    summary: 'The profiles in the configuration file',
    load: () => import('./commands/profiles/list.ts'),
  },
  {
    words: 'profiles use',
    summary: 'Use that profile from now on',
    args: [{ name: '<name>', about: 'of the profile' }],
    load: () => import('./commands/profiles/use.ts'),
  },
  {
    words: 'profiles remove',
    summary: 'Forget that profile with its credential',
    args: [{ name: '<name>', about: 'of the profile' }],
    load: () => import('./commands/profiles/remove.ts'),
  },
  {
    words: 'config get',
    summary: 'What is set in the profile',
    args: [{ name: '<name>', about: 'what', choices: ['url', 'environment', 'output'] }],
    load: () => import('./commands/profiles/config-get.ts'),
  },
  {
    words: 'config set',
    summary: 'Set it in the profile',
    args: [
      { name: '<name>', about: 'what', choices: ['url', 'environment', 'output'] },
      { name: '<value>', about: 'environment: test, live; output: table, json' },
    ],
    load: () => import('./commands/profiles/config-set.ts'),
  },
  {
    words: 'listen',
    summary: 'Forward events to a program on this machine, signed as webhooks',
    extra_flags: [
      { flags: '--forward-to <url>', description: 'where to; on this machine, unless --allow-remote' },
      { flags: '--events <types>', description: 'which types, separated by commas (all)' },
      { flags: '--allow-remote', description: 'forward to another machine' },
      { flags: '--skip-forward', description: 'only show the events' },
      { flags: '--print-secret', description: 'print the signing secret, and nothing else' },
    ],
    example: 'listen --forward-to http://127.0.0.1:4000/hooks --events payment.completed',
    load: () => import('./commands/listen.ts'),
  },
  {
    words: 'trigger',
    summary: 'Make an event happen in the test environment',
    args: [{ name: '<type>', about: 'of the event', choices: TRIGGERS }],
    extra_flags: [
      { flags: '--member <id>', description: 'for sacco.entry.posted and approval.created' },
      { flags: '--customer <id>', description: 'for topup.credited; one is made where left out' },
      { flags: '--currency <code>', description: 'of the payment (KES)' },
    ],
    example: 'trigger payment.completed',
    load: () => import('./commands/trigger.ts'),
  },
  {
    words: 'logs',
    summary: 'Webhook deliveries and, for owners and admins, the audit log; newest last',
    extra_flags: [
      { flags: '--follow', description: 'go on with what is new' },
      {
        flags: '--status <status>',
        description: 'of deliveries',
        choices: ['pending', 'delivered', 'failed'],
      },
      {
        flags: '--type <type>',
        description: 'of events or audited actions, `payment.` for all that begin so',
      },
    ],
    load: () => import('./commands/logs.ts'),
  },
  {
    words: 'completion',
    summary: 'A script that completes commands in a shell',
    args: [{ name: '<shell>', about: 'which one', choices: ['bash', 'zsh', 'fish'] }],
    example: 'completion bash > ~/.local/share/bash-completion/completions/ushirika',
    load: () => import('./commands/completion.ts'),
  },
];
