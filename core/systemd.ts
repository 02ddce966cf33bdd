/**
 * Tells systemd that a process is ready, and from then on that it is alive (`Type=notify`, `WatchdogSec=`). Node cannot write to
 * systemd's socket, so systemd's own program does.
 */
import { execFile } from 'node:child_process';
import type { Config } from './config.ts';
import type { Logger } from './log.ts';

/**
 * Does nothing where systemd does not wait for it.
 * @param isAlive whether the process does its work; asked twice in the time after which systemd ends it
 */
export function tellSystemd(
  { notify_socket, watchdog_ms }: Pick<Config, 'notify_socket' | 'watchdog_ms'>,
  log: Logger,
  isAlive: () => boolean,
): void {
  if (notify_socket === null) return;
  const tell = (state: string, then?: () => void): void => {
    execFile('systemd-notify', [state], (error) => {
      if (error) log.warn({ err: error }, 'systemd could not be told');
      then?.();
    });
  };
  const keepTelling = (every_ms: number): void => {
    setInterval(() => {
      if (isAlive()) tell('WATCHDOG=1');
    }, every_ms).unref();
  };
  // Each is told by a program of its own: only what begins after another has ended comes after it.
  tell('READY=1', () => {
    if (watchdog_ms !== null) keepTelling(watchdog_ms / 2);
  });
}
