// Runs before the first paint. A separate file, because the Content-Security-Policy allows no inline script; ES2015, so
// that old browsers can show the notice (build/minify-theme.ts). Keys and values are those of src/lib/preferences.ts.
(() => {
  const root = document.documentElement;
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem('coffer.preferences') || '{}') || {};
    // oxlint-disable-next-line no-unused-vars -- without it, browsers of 2017 do not read the script
  } catch (forbidden) {
    saved = {};
  }
  const wanted = [saved.locale, ...navigator.languages].map((tag) => String(tag).split('-')[0]);
  const locale = wanted.find((tag) => tag === 'en' || tag === 'ar') || 'en';
  root.lang = locale;
  root.dir = locale === 'ar' ? 'rtl' : 'ltr';
  if (saved.theme === 'light' || saved.theme === 'dark') root.dataset.theme = saved.theme;
  if (['compact', 'cosy', 'comfortable'].includes(saved.density)) root.dataset.density = saved.density;
  // Must not depend on privacy settings: a private window without databases is not too old.
  const isNew =
    CSS.supports('color', 'light-dark(red, red)') &&
    'popover' in root &&
    typeof AbortSignal.any === 'function' &&
    (typeof IDBFactory === 'undefined' || 'databases' in IDBFactory.prototype);
  if (isNew) return;
  root.dataset.outdated = '';
  document.addEventListener('DOMContentLoaded', () => {
    document.getElementById('app').hidden = true;
    const words = document.querySelector('.outdated[lang=' + locale + ']');
    words.hidden = false;
    // An old browser may not understand the style sheet.
    words.style.cssText =
      'display:grid;gap:12px;max-width:34rem;margin:15vh auto 0;padding:0 24px;font:16px/1.5 system-ui,sans-serif;color:CanvasText';
  });
})();
