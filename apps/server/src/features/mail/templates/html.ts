const SAFE = Symbol('safe HTML');

/** Markup in which every value is escaped. */
export interface SafeHtml {
  readonly [SAFE]: string;
}

type Value = string | number | SafeHtml | readonly SafeHtml[];

/** Builds markup, and escapes every value that is not markup itself. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): SafeHtml {
  const text = parts.reduce((all, part, index) => {
    const value = values[index];
    return all + part + (value === undefined ? '' : markupOf(value));
  }, '');
  return { [SAFE]: text };
}

export function markupOf(value: Value): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') return value.replaceAll(/[&<>"']/g, (mark) => ENTITIES[mark] ?? '');
  if (SAFE in value) return value[SAFE];
  return value.map((each) => each[SAFE]).join('');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
