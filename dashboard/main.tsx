/** Where the dashboard begins. */
import './mantine.css';
import './styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { contentNonce } from './nonce.ts';
import { adoptSession } from './session/session.ts';
import { guardHistory } from './shell/leaving.tsx';
import { startWords } from './words.ts';

guardHistory();
await Promise.all([startWords(), adoptSession()]);
const root = document.querySelector('#root');
if (!root) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <App nonce={contentNonce()} />
  </StrictMode>,
);
