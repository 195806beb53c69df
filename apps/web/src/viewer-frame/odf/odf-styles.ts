import { attributeOf, elementsOf, nameOf, type OdfName } from './odf-names.ts';

type Look = Readonly<Record<string, string>>;

export interface OdfStyles {
  /** The style as CSS properties, including those inherited from its parent styles. */
  look(name: string | undefined): Look;
  isNumbered(listStyle: string | undefined): boolean;
  /** Size of a page. */
  readonly page: { readonly width: string; readonly height: string };
}

const COLOR = /^#[0-9a-f]{6}$/i;
const LENGTH = /^-?\d+(?:\.\d+)?(?:cm|mm|in|pt|px|pc)$/;
const PAGE = { width: '21cm', height: '29.7cm' };
const PARENTS_MAX = 20;

/** The CSS property of each style attribute. Values that do not match are left out. */
const PROPERTIES: readonly (readonly [OdfName, string, RegExp])[] = [
  ['fo:color', 'color', COLOR],
  ['fo:background-color', 'background-color', COLOR],
  ['fo:font-weight', 'font-weight', /^(?:bold|normal|[1-9]00)$/],
  ['fo:font-style', 'font-style', /^(?:italic|oblique|normal)$/],
  ['fo:font-size', 'font-size', /^\d+(?:\.\d+)?pt$/],
  ['fo:text-align', 'text-align', /^(?:start|end|left|right|center|justify)$/],
  ['fo:margin-top', 'margin-top', LENGTH],
  ['fo:margin-bottom', 'margin-bottom', LENGTH],
  ['fo:margin-left', 'margin-left', LENGTH],
  ['fo:text-indent', 'text-indent', LENGTH],
  ['fo:padding', 'padding', LENGTH],
  ['style:column-width', 'inline-size', LENGTH],
  ['draw:fill-color', 'background-color', COLOR],
];

export function readStyles(documents: readonly Document[]): OdfStyles {
  const styles = new Map<string, Element>();
  const lists = new Map<string, boolean>();
  for (const document of documents) {
    for (const style of elementsOf(document, 'style:style')) {
      const name = attributeOf(style, 'style:name');
      if (name !== undefined) styles.set(name, style);
    }
    for (const list of elementsOf(document, 'text:list-style')) {
      const [first] = list.children;
      const name = attributeOf(list, 'style:name') ?? '';
      lists.set(name, first !== undefined && nameOf(first) === 'text:list-level-style-number');
    }
  }
  const looks = new Map<string, Look>();
  const look = (name: string | undefined, depth = 0): Look => {
    const style = name === undefined ? undefined : styles.get(name);
    if (name === undefined || style === undefined || depth > PARENTS_MAX) return {};
    const known = looks.get(name);
    if (known !== undefined) return known;
    const made = { ...look(attributeOf(style, 'style:parent-style-name'), depth + 1), ...lookOf(style) };
    looks.set(name, made);
    return made;
  };
  return {
    look,
    isNumbered: (name) => lists.get(name ?? '') ?? false,
    page: pageOf(documents),
  };
}

function lookOf(style: Element): Look {
  const look: Record<string, string> = {};
  for (const properties of style.children) {
    for (const [name, property, allowed] of PROPERTIES) {
      const value = attributeOf(properties, name);
      if (value !== undefined && allowed.test(value)) look[property] = value;
    }
    const lines = [
      isDrawn(attributeOf(properties, 'style:text-underline-style')) && 'underline',
      isDrawn(attributeOf(properties, 'style:text-line-through-style')) && 'line-through',
    ].filter((line) => line !== false);
    if (lines.length > 0) look['text-decoration'] = lines.join(' ');
    if (attributeOf(properties, 'draw:fill') === 'none') delete look['background-color'];
  }
  return look;
}

function isDrawn(style: string | undefined): boolean {
  return style !== undefined && style !== 'none';
}

/** The size of the first slide, or of the pages of a text. Other layouts belong to handouts and notes. */
function pageOf(documents: readonly Document[]): OdfStyles['page'] {
  const all = (name: OdfName): readonly Element[] =>
    documents.flatMap((document) => elementsOf(document, name));
  const named = (name: OdfName, wanted: string | undefined): Element | undefined =>
    all(name).find((each) => wanted !== undefined && attributeOf(each, 'style:name') === wanted);
  const [slide] = all('draw:page');
  const used = slide === undefined ? 'Standard' : attributeOf(slide, 'draw:master-page-name');
  const master = named('style:master-page', used) ?? all('style:master-page')[0];
  const layout = master && named('style:page-layout', attributeOf(master, 'style:page-layout-name'));
  const layouts =
    layout === undefined
      ? all('style:page-layout-properties')
      : elementsOf(layout, 'style:page-layout-properties');
  const width = layouts.map((each) => attributeOf(each, 'fo:page-width')).find(isLength);
  const height = layouts.map((each) => attributeOf(each, 'fo:page-height')).find(isLength);
  return width === undefined || height === undefined ? PAGE : { width, height };
}

export function isLength(value: string | undefined): value is string {
  return value !== undefined && LENGTH.test(value);
}
