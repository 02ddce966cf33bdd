/** Access to the runtime (Node ≥ 20, Deno, Bun, workers, browsers), and everything that depends on it. */

interface Runtime {
  process?: { env?: Record<string, string | undefined>; versions?: Record<string, string | undefined> };
  Deno?: { version: { deno: string } };
  Bun?: { version: string };
  document?: unknown;
  window?: unknown;
  crypto?: Partial<WebCrypto>;
}

/** The used part of WebCrypto, so that neither DOM types nor Node types are needed. */
export interface WebCrypto {
  randomUUID(): string;
  subtle: {
    importKey(
      format: 'raw',
      key: Uint8Array<ArrayBuffer>,
      algorithm: { name: 'HMAC'; hash: 'SHA-256' },
      extractable: false,
      usages: ('sign' | 'verify')[],
    ): Promise<object>;
    sign(algorithm: 'HMAC', key: object, data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
    verify(
      algorithm: 'HMAC',
      key: object,
      signature: Uint8Array<ArrayBuffer>,
      data: Uint8Array<ArrayBuffer>,
    ): Promise<boolean>;
  };
}

const runtime = globalThis as unknown as Runtime;

/** An environment variable; undefined if it is unset or empty, or the runtime has no environment. */
export function environmentVariable(name: string): string | undefined {
  return runtime.process?.env?.[name] || undefined;
}

/** In milliseconds since 1970. */
export function now(): number {
  return Date.now();
}

export function inBrowser(): boolean {
  return runtime.window !== undefined && runtime.document !== undefined;
}

/** Name and version for the User-Agent: `node/20.19.0`. */
export function runtimeName(): string {
  if (runtime.Deno) return `deno/${runtime.Deno.version.deno}`;
  if (runtime.Bun) return `bun/${runtime.Bun.version}`;
  const node = runtime.process?.versions?.['node'];
  return node ? `node/${node}` : 'javascript';
}

/** @throws TypeError in a browser on a page without https, which has none */
export function webCrypto(): WebCrypto {
  const { crypto } = runtime;
  if (crypto?.subtle) return crypto as WebCrypto;
  throw new TypeError('WebCrypto is missing: it needs Node 20 or newer, or in a browser a page over https');
}
