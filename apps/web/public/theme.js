// Sets theme, density, language and direction before the first paint. A classic script of its own, because the
// Content-Security-Policy admits no inline script. Keys and values are those of src/lib/preferences.ts.
(() => {
  const root = document.documentElement;
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem('coffer.preferences') ?? '{}') ?? {};
  } catch {
    saved = {};
  }
  const wanted = [saved.locale, ...navigator.languages].map((tag) => String(tag).split('-')[0]);
  const locale = wanted.find((tag) => tag === 'en' || tag === 'ar') ?? 'en';
  root.lang = locale;
  root.dir = locale === 'ar' ? 'rtl' : 'ltr';
  if (saved.theme === 'light' || saved.theme === 'dark') root.dataset.theme = saved.theme;
  if (['compact', 'cosy', 'comfortable'].includes(saved.density)) root.dataset.density = saved.density;
})();
