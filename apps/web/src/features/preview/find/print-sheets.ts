import './printed.module.css';

/** Prints the element instead of the page. */
export function printSheets(sheets: HTMLElement, kind: 'pages' | 'picture' | 'document'): void {
  const { documentElement: root } = document;
  const { theme } = root.dataset;
  sheets.dataset['printed'] = kind;
  document.body.append(sheets);
  root.dataset['printing'] = '';
  // The light theme fits white paper.
  root.dataset['theme'] = 'light';
  try {
    // Blocks until the print dialog is closed. Browsers without a dialog print the page in its current state.
    window.print();
  } finally {
    delete root.dataset['printing'];
    if (theme === undefined) delete root.dataset['theme'];
    else root.dataset['theme'] = theme;
    sheets.remove();
  }
}
