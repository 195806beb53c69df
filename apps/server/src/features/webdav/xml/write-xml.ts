import type { XmlElement } from './parse-xml.ts';

export const XML_TYPE = 'application/xml; charset=utf-8';
export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

const ESCAPES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' };

/** Escapes text. XML 1.0 allows few control characters, and neither U+FFFE nor U+FFFF. */
export function escapeXml(text: string): string {
  return text.replaceAll(/[<>&"\p{Cc}\ufffe\uffff]/gu, (character) => {
    if ('\r\n\t'.includes(character)) return `&#${character.charCodeAt(0)};`;
    return ESCAPES[character] ?? '\ufffd';
  });
}

/** Writes an element that stands alone, because it declares its own namespaces. */
export function writeElement(element: XmlElement): string {
  const name = element.namespace === '' ? element.name : `N:${element.name}`;
  const own = element.namespace === '' ? ' xmlns=""' : ` xmlns:N="${escapeXml(element.namespace)}"`;
  const attributes = element.attributes.map(({ namespace, name: attribute, value }, index) => {
    const written = escapeXml(value);
    if (namespace === '') return ` ${attribute}="${written}"`;
    if (namespace === 'http://www.w3.org/XML/1998/namespace') return ` xml:${attribute}="${written}"`;
    return ` xmlns:A${index}="${escapeXml(namespace)}" A${index}:${attribute}="${written}"`;
  });
  const content = element.children.map((child) =>
    typeof child === 'string' ? escapeXml(child) : writeElement(child),
  );
  return `<${name}${own}${attributes.join('')}>${content.join('')}</${name}>`;
}

/** Writes an empty element with this name. */
export function writeName(expanded: string): string {
  const [, namespace = '', name = ''] = /^\{(.*)\}(.*)$/s.exec(expanded) ?? [];
  return writeElement({ namespace, name, attributes: [], children: [] });
}
