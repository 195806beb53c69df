/** The name of the language if the label is a language tag, otherwise the label itself. */
export function languageName(label: string, locale: string): string {
  const [tag = ''] = label.split('.');
  if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(tag)) return label;
  const name = nameOfTag(tag, locale);
  return name === undefined || name === tag ? label : [name, ...label.split('.').slice(1)].join(' ');
}

function nameOfTag(tag: string, locale: string): string | undefined {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag);
  } catch (error) {
    // Not every text that looks like a tag is one, for example `pt-br-sdh`.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
