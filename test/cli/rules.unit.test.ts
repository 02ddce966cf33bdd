/** What the command-line tool decides by itself: amounts, QR codes, completion, what is hidden. */
import { createHash } from 'node:crypto';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formatMinor, parseMajor, parseMinor } from '../../cli/request/amount.rules.ts';
import { drawQrCode } from '../../cli/commands/operations/link-qr.ts';
import { bashScript, fishScript, zshScript } from '../../cli/completion/scripts.ts';
import { withoutKey, withoutSecrets } from '../../cli/output/masking.ts';
import { createProgram, EVERY_COMMAND, exampleOf } from '../../cli/program.ts';
import { placesOf } from '../../cli/completion/tree.ts';

describe('amounts', () => {
  test.each([
    ['150', 15_000],
    ['150.5', 15_050],
    ['150.00', 15_000],
    ['0.01', 1],
    ['0.29', 29],
    ['90071992547409.91', 9_007_199_254_740_991],
  ])('%s is %i minor units', (text, minor) => {
    expect(parseMajor(text)).toBe(minor);
  });

  test.each([
    '0',
    '0.00',
    '-1',
    '+1',
    '1.',
    '.5',
    '1.005',
    '1e3',
    '1,5',
    '',
    ' 1',
    '90071992547409.92',
    'Infinity',
  ])('"%s" is none', (text) => {
    expect(parseMajor(text)).toBeNull();
  });

  test('minor units are integers, and are written with two decimals', () => {
    expect(parseMinor('9007199254740991')).toBe(9_007_199_254_740_991);
    for (const text of ['9007199254740992', '0', '1.0', '-5', '1e3', '']) expect(parseMinor(text)).toBeNull();
    expect([0, 5, -5, 15_050, -123_456].map(formatMinor)).toEqual([
      '0.00',
      '0.05',
      '-0.05',
      '150.50',
      '-1234.56',
    ]);
  });
});

describe('QR codes', () => {
  /** Hashes of matrices that another program has read (zxing-cpp), the longest also made by a third (segno), module by module. */
  test.each([
    ['a', 21],
    ['http://127.0.0.1:3000/pay/plk_06AXPZ0000000000000000000', 33],
    ['y'.repeat(213), 57],
  ])('%s', (text, size) => {
    const rows = modulesOf(drawQrCode(text));
    expect(rows.map((row) => row.length)).toEqual(Array.from({ length: size + 9 }, () => size + 8));
    const code = rows.slice(4, -5).map((row) => row.slice(4, -4));
    expect(rows.join('').replaceAll('0', '')).toHaveLength(
      code.join('').replaceAll('0', '').length + size + 8,
    );
    expect(createHash('sha256').update(code.join('\n')).digest('hex').slice(0, 16)).toBe(READ[size]);
  });

  /** Rows of a drawing, dark modules as 1; an odd number of rows ends with one that is not drawn. */
  function modulesOf(drawing: string): string[] {
    return drawing
      .split('\n')
      .flatMap((line) => [
        line.replace(/./g, (block) => ('█▀'.includes(block) ? '0' : '1')),
        line.replace(/./g, (block) => ('█▄'.includes(block) ? '0' : '1')),
      ]);
  }
});

const READ: Record<number, string> = {
  21: 'e8ab680854e4019c',
  33: '82c09340019ed183',
  57: '3bb4dc258df63cd7',
};

describe('completion', () => {
  const places = placesOf(createProgram('', null));

  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'ushirika-completion-'));
    writeFileSync(join(folder, 'ushirika.bash'), bashScript(places));
    writeFileSync(join(folder, 'ushirika.zsh'), zshScript(places));
    writeFileSync(join(folder, 'ushirika.fish'), fishScript(places));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What bash offers behind these words. */
  function offered(...words: string[]): string[] {
    const asked = `source ushirika.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _ushirika; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const printed = execFileSync('bash', ['--norc', '-c', asked, 'bash', 'ushirika', ...words], {
      cwd: folder,
      encoding: 'utf8',
    });
    return printed.split('\n').filter(Boolean);
  }

  test('bash: commands, flags, and what can follow them', () => {
    expect(offered('pay')).toEqual(['payments', 'paybill-confirmations', 'payouts', 'payment-links']);
    expect(offered('ledger', 'accounts', '')).toEqual(
      expect.arrayContaining(['list', 'open', 'transfers', 'balance']),
    );
    expect(offered('payments', 'list', '--sta')).toEqual(['--status']);
    expect(offered('payments', 'list', '--status', 'com')).toEqual(['completed']);
    expect(offered('--environment', '')).toEqual(['test', 'live']);
    expect(offered('trigger', 'refund.')).toEqual(['refund.succeeded', 'refund.failed']);
    // Anything can be a reference.
    expect(offered('payments', 'list', '--reference', '')).toEqual([]);
  });

  const has = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

  test.skipIf(!has('zsh'))('zsh: commands, flags, and what can follow them', () => {
    // zsh itself drops what does not begin as typed.
    const offers = (line: string): string[] => {
      const asked = `compdef() {}; compadd() { shift; print -l -- $@ }; source ./ushirika.zsh; words=(${line} ''); CURRENT=$#words; _ushirika`;
      const printed = execFileSync('zsh', ['-f', '-c', asked], { cwd: folder, encoding: 'utf8' });
      return printed.split('\n').filter(Boolean);
    };
    expect(offers('ushirika ledger accounts').slice(0, 4)).toEqual(['list', 'open', 'transfers', 'balance']);
    expect(offers('ushirika payments list --status')).toContain('completed');
    expect(offers('ushirika payments list --reference')).toEqual([]);
    expect(offers('ushirika trigger')).toContain('refund.failed');
  });

  test.skipIf(!has('fish'))('fish: commands, flags, and what can follow them', () => {
    const offers = (line: string): string[] => {
      const asked = `source ushirika.fish; complete -C '${line}'`;
      const { stdout, stderr } = spawnSync('fish', ['--no-config', '-c', asked], {
        cwd: folder,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], HOME: folder },
      });
      expect(stderr).toBe('');
      return stdout.split('\n').filter(Boolean).toSorted();
    };
    expect(offers('ushirika payment')).toEqual(['payment-links', 'payments']);
    expect(offers('ushirika ledger accounts op')).toEqual(['open']);
    expect(offers('ushirika payments list --status com')).toEqual(['completed']);
    expect(offers('ushirika trigger refund.')).toEqual(['refund.failed', 'refund.succeeded']);
  });
});

test('every command has an example that it would take', () => {
  const program = createProgram('', null);
  for (const row of EVERY_COMMAND) {
    const words = exampleOf(row).split(' ');
    expect(words.slice(0, row.words.split(' ').length).join(' '), row.words).toBe(row.words);
    const known = new Set(
      placesOf(program)
        .find(({ path }) => path === row.words)
        ?.flags.concat('>'),
    );
    for (const word of words.filter((each) => each.startsWith('--')))
      expect(known, row.words).toContain(word);
  }
});

test('secrets are hidden wherever they stand', () => {
  const shown = withoutSecrets(
    JSON.stringify({
      password: 'correct "horse"',
      token: 'ush_sess_abc-DEF_1',
      credentials: { private_key: 'p', consumer_key: 'brace}', passkey: 'quote"}', merchant_id: 'm' },
      after: 'kept',
      recovery_codes: ['AAAA', 'BBBB'],
      note: 'see ush_test_Qw-1 and whsec_ab+/==',
      amount: '1.00',
      error: { code: 'NOT_FOUND', message: 'no' },
      code: '123456',
    }),
  );
  expect(shown).not.toMatch(/horse|abc|"p"|brace|quote|"m"|AAAA|Qw|ab\+/);
  expect(shown).toContain('"after":"kept"');
  expect(shown).toContain('"amount":"1.00"');
  expect(shown).toContain('"code":"NOT_FOUND"');
  expect(shown).not.toContain('123456');
  expect(withoutKey(['a', '--api-key', 'k', '--api-key=k2', '--json'])).toEqual(['a', '--json']);
});
