import { type SaxesAttributeNS, SaxesParser } from 'saxes';

export interface XmlElement {
  /** Empty if there is none. */
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: readonly (XmlElement | string)[];
}

interface XmlAttribute {
  readonly namespace: string;
  readonly name: string;
  readonly value: string;
}

const DEPTH_MAX = 32;
const ELEMENTS_MAX = 5_000;

interface Open {
  readonly namespace: string;
  readonly name: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: (XmlElement | string)[];
}

/**
 * Parses XML. Undefined if it is not well-formed, too deep or too large, or has a document type, which could define
 * entities.
 */
export function parseXml(bytes: Uint8Array): XmlElement | undefined {
  const parser = new SaxesParser({ xmlns: true });
  const open: Open[] = [];
  let root: Open | undefined;
  let elements = 0;
  const addText = (text: string): void => {
    open.at(-1)?.children.push(text);
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', (tag) => {
    elements += 1;
    if (open.length >= DEPTH_MAX || elements > ELEMENTS_MAX) refuse();
    const attributes = Object.values(tag.attributes).filter(isData);
    const element: Open = {
      namespace: tag.uri,
      name: tag.local,
      attributes: attributes.map(({ uri, local, value }) => ({ namespace: uri, name: local, value })),
      children: [],
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.on('text', addText);
  parser.on('cdata', addText);
  try {
    parser.write(new TextDecoder('utf-8', { fatal: true }).decode(bytes)).close();
  } catch (error) {
    if (error instanceof XmlRefusal || error instanceof TypeError) return undefined;
    throw error;
  }
  return root;
}

class XmlRefusal extends Error {}

function refuse(): never {
  throw new XmlRefusal();
}

function isData({ prefix, name }: SaxesAttributeNS): boolean {
  return prefix !== 'xmlns' && name !== 'xmlns';
}

export function elementsIn(element: XmlElement): readonly XmlElement[] {
  return element.children.filter((child) => typeof child !== 'string');
}

export const DAV = 'DAV:';

export function isDav(element: XmlElement, name: string): boolean {
  return element.namespace === DAV && element.name === name;
}

export function davChild(element: XmlElement, name: string): XmlElement | undefined {
  return elementsIn(element).find((child) => isDav(child, name));
}

/** The name in the form `{namespace}name`. */
export function expandedName({ namespace, name }: Pick<XmlElement, 'namespace' | 'name'>): string {
  return `{${namespace}}${name}`;
}
