import './fonts.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { preloadFor } from './app/pages.ts';
import { hasStoredSession } from './lib/firebase/stored-session.ts';
import { keepOfflinePage } from './lib/offline-page.ts';
import { startTranslation } from './lib/start-translation.ts';

if (hasStoredSession()) preloadFor(window.location.pathname);
keepOfflinePage();
await startTranslation();

const root = document.getElementById('root');
if (!root) throw new Error('The page has no root.');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
