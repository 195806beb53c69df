import './ui/tokens.css';
import './ui/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadProblemReader } from './api/calls/client.ts';
import { loaderOf } from './catalogs/loaders.ts';
import { prepareFormats } from './lib/language/format.ts';
import { activateLocale } from './lib/language/i18n.ts';
import { chooseLocale } from './lib/language/locales.ts';
import { refetchMissingStyles } from './lib/missing-styles.ts';
import { trackNavigation } from './lib/address/navigation.ts';
import { applyPreferences, getPreferences } from './lib/preferences.ts';
import { whenIdle } from './lib/when-idle.ts';
import { App } from './routes/app.tsx';
import { loadSignedInRoutes } from './routes/loading/lazy-signed-in-routes.tsx';
import { prefetchRoute } from './routes/loading/lazy-routes.ts';

async function start(): Promise<void> {
  if (document.documentElement.dataset['outdated'] !== undefined) return;
  const preferences = getPreferences();
  const locale = chooseLocale(preferences.locale, navigator.languages);
  applyPreferences(preferences);
  trackNavigation();
  refetchMissingStyles();
  prefetchRoute(location.pathname);
  whenIdle(() => void Promise.allSettled([loadProblemReader()]));
  if (location.pathname.startsWith('/sign-in'))
    whenIdle(() => void Promise.allSettled([loadSignedInRoutes()]));
  await activateLocale(locale, loaderOf(locale));
  const element = document.getElementById('app');
  if (element === null) throw new Error('no #app');
  createRoot(element).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
  setTimeout(prepareFormats);
}

void start();
