// Sets theme, density, language and direction before the first paint, and says so in a browser that is too old. A classic script of its
// own, because the Content-Security-Policy admits no inline script, in a language that old browsers read. Keys and values are those of
// src/lib/preferences.ts.
(() => {
  const root = document.documentElement;
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem('coffer.preferences') || '{}') || {};
  } catch {
    saved = {};
  }
  const wanted = [saved.locale, ...navigator.languages].map((tag) => String(tag).split('-')[0]);
  const locale = wanted.find((tag) => tag === 'en' || tag === 'ar') || 'en';
  root.lang = locale;
  root.dir = locale === 'ar' ? 'rtl' : 'ltr';
  if (saved.theme === 'light' || saved.theme === 'dark') root.dataset.theme = saved.theme;
  if (['compact', 'cosy', 'comfortable'].includes(saved.density)) root.dataset.density = saved.density;
  const isNew =
    CSS.supports('color', 'light-dark(red, red)') &&
    'popover' in root &&
    typeof AbortSignal.any === 'function';
  if (isNew) return;
  root.dataset.outdated = '';
  document.addEventListener('DOMContentLoaded', () => {
    document.getElementById('app').hidden = true;
    const words = document.querySelector('.outdated[lang=' + locale + ']');
    words.hidden = false;
    // Its sheet may be one that it cannot read.
    words.style.cssText =
      'display:grid;gap:12px;max-width:34rem;margin:15vh auto 0;padding:0 24px;font:16px/1.5 system-ui,sans-serif;color:CanvasText';
  });
})();
