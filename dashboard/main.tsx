/** The entry of the dashboard. */
import './styles/mantine.css';
import './styles/styles.css';
import './styles/targets.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { keepFrame } from './api/frame.ts';
import { contentNonce } from './nonce.ts';
import { adoptSession } from './session/session.ts';
import { guardHistory } from './shell/leaving.tsx';
import { preloadLinkedPages } from './shell/preload.ts';
import { guardDialogs } from './shell/sign-in-again.tsx';
import { showRows } from './styles/rows.ts';
import { startWords } from './words.ts';

// What is kept for work without a network is read from it.
performance.setResourceTimingBufferSize(1_000);
showRows();
guardHistory();
guardDialogs();
preloadLinkedPages();
const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
try {
  await Promise.all([startWords(), adoptSession()]);
} catch (error) {
  // The texts could not be loaded, so that this one is part of the program.
  root.textContent = 'Ushirika could not be loaded. Check the connection, then reload this page.';
  throw error;
}
keepFrame();
createRoot(root).render(
  <StrictMode>
    <App nonce={contentNonce()} />
  </StrictMode>,
);
