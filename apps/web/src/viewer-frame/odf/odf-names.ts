/** @see https://docs.oasis-open.org/office/OpenDocument/v1.3/ */
const SPACES = {
  draw: 'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0',
  fo: 'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0',
  office: 'urn:oasis:names:tc:opendocument:xmlns:office:1.0',
  presentation: 'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0',
  style: 'urn:oasis:names:tc:opendocument:xmlns:style:1.0',
  svg: 'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0',
  table: 'urn:oasis:names:tc:opendocument:xmlns:table:1.0',
  text: 'urn:oasis:names:tc:opendocument:xmlns:text:1.0',
  xlink: 'http://www.w3.org/1999/xlink',
} as const;

type Prefix = keyof typeof SPACES;
export type OdfName = `${Prefix}:${string}`;

const PREFIXES = new Map<string | null, string>(
  Object.entries(SPACES).map(([prefix, address]) => [address, prefix]),
);

/** The name with a standard prefix, such as `text:p`, whatever prefix the file uses. */
export function nameOf(element: Element): string {
  return `${PREFIXES.get(element.namespaceURI) ?? ''}:${element.localName}`;
}

export function attributeOf(element: Element, name: OdfName): string | undefined {
  const [prefix, local] = split(name);
  return element.getAttributeNS(SPACES[prefix], local) ?? undefined;
}

export function elementsOf(parent: Document | Element, name: OdfName): readonly Element[] {
  const [prefix, local] = split(name);
  return Array.from(parent.getElementsByTagNameNS(SPACES[prefix], local));
}

function split(name: OdfName): readonly [Prefix, string] {
  const at = name.indexOf(':');
  const prefix = name.slice(0, at);
  if (!isPrefix(prefix)) throw new RangeError(`${prefix} is not a known prefix`);
  return [prefix, name.slice(at + 1)];
}

function isPrefix(word: string): word is Prefix {
  return Object.hasOwn(SPACES, word);
}
