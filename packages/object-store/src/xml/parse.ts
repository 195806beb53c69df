import { err, ok, type Result } from '@coffer/kit';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An element of a request document. Attributes are dropped because no S3 request uses them. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

const DEPTH_MAX = 16;

/** Refuses `<!DOCTYPE` and `<!ENTITY`, which excludes external entities and entity expansion. */
export function parseXml(document: string): Result<XmlElement, 'malformed_xml'> {
  const text = document.replace(/^\ufeff/, '');
  if (/<!(?!--|\[CDATA\[)/.test(text) || /<\?(?!xml[\s?])/.test(text)) return err('malformed_xml');
  if (XMLValidator.validate(text) !== true) return err('malformed_xml');
  const parsed = parseOrdered(text);
  if (parsed === undefined) return err('malformed_xml');
  const roots = elementsOf(parsed, 0);
  const root = roots?.[0];
  return root === undefined || roots?.length !== 1 ? err('malformed_xml') : ok(root);
}

export function childNamed(element: XmlElement, name: string): XmlElement | undefined {
  return element.children.find((child) => child.name === name);
}

export function childText(element: XmlElement, name: string): string | undefined {
  return childNamed(element, name)?.text;
}

export function childrenNamed(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: true,
  ignoreDeclaration: true,
  removeNSPrefix: true,
  parseTagValue: false,
  trimValues: false,
  processEntities: false,
  cdataPropName: '#cdata',
  maxNestedTags: DEPTH_MAX,
});

type Nodes = readonly Readonly<Record<string, unknown>>[];

function isNodes(value: unknown): value is Nodes {
  return Array.isArray(value) && value.every((node) => typeof node === 'object' && node !== null);
}

function parseOrdered(text: string): Nodes | undefined {
  try {
    const parsed: unknown = parser.parse(text);
    return isNodes(parsed) ? parsed : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

function elementsOf(nodes: Nodes, depth: number): readonly XmlElement[] | undefined {
  const elements: XmlElement[] = [];
  if (depth > DEPTH_MAX) return undefined;
  for (const node of nodes) {
    for (const [name, content] of Object.entries(node)) {
      if (name.startsWith('#') || name === ':@') continue;
      if (!isNodes(content)) return undefined;
      const children = elementsOf(content, depth + 1);
      const text = textOf(content);
      if (children === undefined || text === undefined) return undefined;
      elements.push({ name, text, children });
    }
  }
  return elements;
}

function textOf(nodes: Nodes): string | undefined {
  let text = '';
  for (const node of nodes) {
    const plain = node['#text'];
    if (typeof plain === 'string') {
      const decoded = decodeReferences(plain);
      if (decoded === undefined) return undefined;
      text += decoded;
    }
    const cdata = node['#cdata'];
    if (isNodes(cdata)) text += cdata.map((piece) => plainText(piece['#text'])).join('');
  }
  return text;
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

const PREDEFINED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decodeReferences(text: string): string | undefined {
  let isValid = true;
  const decoded = text.replace(/&([^;&]{0,16});?/g, (whole, name: string) => {
    const code = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name);
    const point =
      code === null ? undefined : Number.parseInt(code[1] ?? code[2] ?? '', code[1] === undefined ? 10 : 16);
    const isScalar = point !== undefined && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
    const character = isScalar
      ? String.fromCodePoint(point)
      : Object.hasOwn(PREDEFINED, name)
        ? PREDEFINED[name]
        : undefined;
    if (character === undefined || !whole.endsWith(';')) isValid = false;
    return character ?? '';
  });
  return isValid ? decoded : undefined;
}
