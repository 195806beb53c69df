// Sets theme, density, language and direction before the first paint, and says so in a browser that is too old. A classic script of its
// own, because the Content-Security-Policy admits no inline script. In the language of 2015, which every browser since 2017 reads (Chrome 51,
// Edge 15, Firefox 54, Safari 10.1), and with nothing of the page that is younger; build/minify-theme.ts leaves it so. Keys and values are
// those of src/lib/preferences.ts.
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
  // Each is looked for where it is whatever a person has forbidden: a private window without databases is not too old.
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
    // Its sheet may be one that it cannot read.
    words.style.cssText =
      'display:grid;gap:12px;max-width:34rem;margin:15vh auto 0;padding:0 24px;font:16px/1.5 system-ui,sans-serif;color:CanvasText';
  });
})();
