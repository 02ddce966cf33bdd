/** A thread that makes PDFs, one after the other. */
import { parentPort } from 'node:worker_threads';
import { drawPaper } from './draw-paper.ts';
import type { Paper } from './paper.ts';

export type PdfAnswer = { bytes: Uint8Array } | { error: string };

parentPort?.on('message', (paper: Paper) => {
  void drawPaper(paper).then(
    (bytes) => answer({ bytes }),
    (error: unknown) =>
      answer({ error: error instanceof Error ? (error.stack ?? error.message) : String(error) }),
  );
});

function answer(message: PdfAnswer): void {
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
  parentPort?.postMessage(message);
}
