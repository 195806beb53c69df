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
  // The browser would open dropped files that no part of the page takes. Those that are dropped before the page handles
  // drops are taken by src/lib/held-drop.ts.
  for (const type of ['dragover', 'drop']) {
    addEventListener(type, (event) => {
      const data = event.dataTransfer;
      if (event.defaultPrevented || !data || !data.types.includes('Files')) return;
      event.preventDefault();
      const path = location.pathname;
      if (!/^\/(s|shared|l)\//.test(path)) {
        data.dropEffect = 'none';
        return;
      }
      if (event.type !== 'drop') return;
      const items = Array.from(data.items, (item) => {
        // The browser clears the item after the event.
        const entry = item.webkitGetAsEntry();
        const file = item.getAsFile();
        const asked = item.getAsFileSystemHandle ? item.getAsFileSystemHandle() : null;
        const handle = Promise.resolve(asked).catch(() => null);
        return {
          kind: item.kind,
          webkitGetAsEntry: () => entry,
          getAsFile: () => file,
          getAsFileSystemHandle: () => handle,
        };
      });
      window.heldDrop = { items, files: Array.from(data.files), path, at: performance.now() };
    });
  }
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
