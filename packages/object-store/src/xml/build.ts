export type XmlContent = string | number | boolean | readonly XmlChild[];
export type XmlChild = readonly [name: string, content: XmlContent] | undefined;

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

export function xmlDocument(name: string, content: readonly XmlChild[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${NAMESPACE}">${render(content)}</${name}>`;
}

/** S3 uses no namespace for errors and form responses. */
export function xmlBareDocument(name: string, content: readonly XmlChild[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${name}>${render(content)}</${name}>`;
}

function render(content: XmlContent): string {
  if (typeof content === 'string') return escapeXml(content);
  if (typeof content === 'number' || typeof content === 'boolean') return String(content);
  return content
    .map((child) => (child === undefined ? '' : `<${child[0]}>${render(child[1])}</${child[0]}>`))
    .join('');
}

/** XML 1.0 forbids control characters. Like Amazon S3, the store writes them as references. */
export function escapeXml(text: string): string {
  return text.replace(
    /[<>&"'\p{Cc}\ufffe\uffff]/gu,
    (c) => ESCAPES[c] ?? `&#x${c.charCodeAt(0).toString(16)};`,
  );
}

const ESCAPES: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};
