import { type ArchivePart, createZip } from '@coffer/testing/archives';
import { createPng } from '../sample-files.ts';

const DECLARED = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
const A = 'http://schemas.openxmlformats.org/drawingml/2006/main';
const P = 'http://schemas.openxmlformats.org/presentationml/2006/main';
const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

function xml(name: string, body: string): ArchivePart {
  return { name, content: Buffer.from(`${DECLARED}${body}`), isPacked: true };
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
  readonly isExternal?: boolean;
}

function relations(name: string, all: readonly Relation[]): ArchivePart {
  const lines = all.map(({ id, type, target, isExternal = false }) => {
    const mode = isExternal ? ' TargetMode="External"' : '';
    return `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"${mode}/>`;
  });
  return xml(name, `<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}</Relationships>`);
}

function types(overrides: Readonly<Record<string, string>>): ArchivePart {
  const lines = Object.entries(overrides).map(
    ([part, type]) =>
      `<Override PartName="${part}" ContentType="application/vnd.openxmlformats-officedocument.${type}+xml"/>`,
  );
  return xml(
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/>${lines.join('')}</Types>`,
  );
}

interface DocxWishes {
  /** Of `w:body`. */
  readonly body?: string;
  readonly relations?: readonly Relation[];
  readonly more?: readonly ArchivePart[];
}

export function paragraph(text: string, style?: string): string {
  const look = style === undefined ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`;
  return `<w:p>${look}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

const DOCX_BODY = `${paragraph('Reed bed survey', 'Heading1')}${paragraph('The wind came from the south-west. '.repeat(12))}
<w:p><w:r><w:rPr><w:b/><w:color w:val="0B6E75"/></w:rPr><w:t>Bold and coloured</w:t></w:r></w:p>
<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/><w:tblBorders><w:top w:val="single" w:sz="4" w:color="444444"/><w:bottom w:val="single" w:sz="4" w:color="444444"/><w:insideH w:val="single" w:sz="4" w:color="444444"/></w:tblBorders></w:tblPr>
<w:tr><w:tc><w:p><w:r><w:t>Kind</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>Count</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:t>Curlew</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>41</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
${paragraph('What we heard', 'Heading2')}${paragraph('Two calls before midnight. '.repeat(40))}`;

const PAGE =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1134" w:left="1417"/></w:sectPr>';

export function createDocx({ body = DOCX_BODY, relations: own = [], more = [] }: DocxWishes = {}): Buffer {
  return createZip([
    types({
      '/word/document.xml': 'wordprocessingml.document.main',
      '/word/styles.xml': 'wordprocessingml.styles',
    }),
    relations('_rels/.rels', [{ id: 'r1', type: 'officeDocument', target: 'word/document.xml' }]),
    relations('word/_rels/document.xml.rels', [{ id: 's1', type: 'styles', target: 'styles.xml' }, ...own]),
    xml(
      'word/styles.xml',
      `<w:styles xmlns:w="${W}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:rPr><w:b/><w:sz w:val="40"/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Heading2"><w:name w:val="heading 2"/><w:rPr><w:b/><w:sz w:val="28"/></w:rPr></w:style></w:styles>`,
    ),
    xml(
      'word/document.xml',
      `<w:document xmlns:w="${W}" xmlns:r="${OFFICE}" xmlns:a="${A}"><w:body>${body}${PAGE}</w:body></w:document>`,
    ),
    ...more,
  ]);
}

function colour(name: string, value: string): string {
  return `<a:${name}><a:srgbClr val="${value}"/></a:${name}>`;
}

function tree(inside: string): string {
  return `<p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${inside}</p:spTree></p:cSld>`;
}

interface SlideWishes {
  readonly titles?: readonly string[];
  /** Put into each slide. */
  readonly shapes?: string;
  readonly relations?: readonly Relation[];
}

export function createPptx({
  titles = ['Reed bed survey', 'What we heard', 'Next steps'],
  shapes = '',
  relations: own = [],
}: SlideWishes = {}): Buffer {
  const names = `xmlns:a="${A}" xmlns:r="${OFFICE}" xmlns:p="${P}"`;
  const slides = titles.map((title, at) => {
    const shape = `<p:sp><p:nvSpPr><p:cNvPr id="2" name="Title"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr><a:xfrm><a:off x="914400" y="914400"/><a:ext cx="10363200" cy="1828800"/></a:xfrm><a:prstGeom prst="roundRect"><a:avLst/></a:prstGeom><a:solidFill><a:srgbClr val="0B6E75"/></a:solidFill></p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en" sz="4400"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:rPr><a:t>${title}</a:t></a:r></a:p></p:txBody></p:sp>`;
    return [
      xml(
        `ppt/slides/slide${at + 1}.xml`,
        `<p:sld ${names}>${tree(shape + shapes)}<p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`,
      ),
      relations(`ppt/slides/_rels/slide${at + 1}.xml.rels`, [
        { id: 'rL', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' },
        ...own,
      ]),
    ];
  });
  const map =
    'bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"';
  const scheme = [
    colour('dk1', '000000'),
    colour('lt1', 'FFFFFF'),
    colour('dk2', '222222'),
    colour('lt2', 'EEEEEE'),
    ...[1, 2, 3, 4, 5, 6].map((at) => colour(`accent${at}`, `0B6E7${at}`)),
    colour('hlink', '0000FF'),
    colour('folHlink', '800080'),
  ].join('');
  const list = titles.map((_, at) => `<p:sldId id="${256 + at}" r:id="rS${at + 1}"/>`).join('');
  return createZip([
    types({
      '/ppt/presentation.xml': 'presentationml.presentation.main',
      '/ppt/slideMasters/slideMaster1.xml': 'presentationml.slideMaster',
      '/ppt/slideLayouts/slideLayout1.xml': 'presentationml.slideLayout',
      '/ppt/theme/theme1.xml': 'theme',
      ...Object.fromEntries(
        titles.map((_, at) => [`/ppt/slides/slide${at + 1}.xml`, 'presentationml.slide']),
      ),
    }),
    relations('_rels/.rels', [{ id: 'r1', type: 'officeDocument', target: 'ppt/presentation.xml' }]),
    xml(
      'ppt/presentation.xml',
      `<p:presentation ${names}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rM"/></p:sldMasterIdLst><p:sldIdLst>${list}</p:sldIdLst><p:sldSz cx="12192000" cy="6858000"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
    ),
    relations('ppt/_rels/presentation.xml.rels', [
      { id: 'rM', type: 'slideMaster', target: 'slideMasters/slideMaster1.xml' },
      ...titles.map((_, at) => ({
        id: `rS${at + 1}`,
        type: 'slide',
        target: `slides/slide${at + 1}.xml`,
      })),
    ]),
    xml(
      'ppt/slideMasters/slideMaster1.xml',
      `<p:sldMaster ${names}>${tree('')}<p:clrMap ${map}/><p:sldLayoutIdLst><p:sldLayoutId id="2147483649" r:id="rL"/></p:sldLayoutIdLst></p:sldMaster>`,
    ),
    relations('ppt/slideMasters/_rels/slideMaster1.xml.rels', [
      { id: 'rL', type: 'slideLayout', target: '../slideLayouts/slideLayout1.xml' },
      { id: 'rT', type: 'theme', target: '../theme/theme1.xml' },
    ]),
    xml('ppt/slideLayouts/slideLayout1.xml', `<p:sldLayout ${names}>${tree('')}</p:sldLayout>`),
    relations('ppt/slideLayouts/_rels/slideLayout1.xml.rels', [
      { id: 'rM', type: 'slideMaster', target: '../slideMasters/slideMaster1.xml' },
    ]),
    xml(
      'ppt/theme/theme1.xml',
      `<a:theme xmlns:a="${A}" name="Plain"><a:themeElements><a:clrScheme name="Plain">${scheme}</a:clrScheme><a:fontScheme name="Plain"><a:majorFont><a:latin typeface="Arial"/></a:majorFont><a:minorFont><a:latin typeface="Arial"/></a:minorFont></a:fontScheme></a:themeElements></a:theme>`,
    ),
    ...slides.flat(),
  ]);
}

type Rows = readonly (readonly (string | number)[])[];

function cells(rows: Rows): string {
  return rows
    .map((row) => {
      const inside = row.map((cell) =>
        typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c t="inlineStr"><is><t>${cell}</t></is></c>`,
      );
      return `<row>${inside.join('')}</row>`;
    })
    .join('');
}

/** Cells as they stand in a sheet: numbers, and texts in place. */
export function createXlsx(sheets: Readonly<Record<string, Rows>>): Buffer {
  const names = Object.keys(sheets);
  return createZip([
    types({
      '/xl/workbook.xml': 'spreadsheetml.sheet.main',
      ...Object.fromEntries(
        names.map((_, at) => [`/xl/worksheets/sheet${at + 1}.xml`, 'spreadsheetml.worksheet']),
      ),
    }),
    relations('_rels/.rels', [{ id: 'r1', type: 'officeDocument', target: 'xl/workbook.xml' }]),
    xml(
      'xl/workbook.xml',
      `<workbook xmlns="${S}" xmlns:r="${OFFICE}"><sheets>${names.map((name, at) => `<sheet name="${name.replaceAll('"', '&quot;')}" sheetId="${at + 1}" r:id="rS${at + 1}"/>`).join('')}</sheets></workbook>`,
    ),
    relations(
      'xl/_rels/workbook.xml.rels',
      names.map((_, at) => ({
        id: `rS${at + 1}`,
        type: 'worksheet',
        target: `worksheets/sheet${at + 1}.xml`,
      })),
    ),
    ...Object.values(sheets).map((rows, at) =>
      xml(
        `xl/worksheets/sheet${at + 1}.xml`,
        `<worksheet xmlns="${S}"><sheetData>${cells(rows)}</sheetData></worksheet>`,
      ),
    ),
  ]);
}

const ODF = [
  'draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
  'office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
  'style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
  'svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"',
  'text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
  'xlink="http://www.w3.org/1999/xlink"',
]
  .map((space) => `xmlns:${space}`)
  .join(' ');

function createOdf(
  kind: 'text' | 'presentation',
  { body, styles }: { readonly body: string; readonly styles: string },
) {
  const automatic = `<office:automatic-styles>${styles}</office:automatic-styles>`;
  return createZip([
    { name: 'mimetype', content: Buffer.from(`application/vnd.oasis.opendocument.${kind}`) },
    xml(
      'content.xml',
      `<office:document-content ${ODF}>${automatic}<office:body><office:${kind}>${body}</office:${kind}></office:body></office:document-content>`,
    ),
    xml(
      'styles.xml',
      // As LibreOffice writes it: the layout of handouts comes first.
      `<office:document-styles ${ODF}><office:automatic-styles><style:page-layout style:name="handouts"><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/></style:page-layout><style:page-layout style:name="p"><style:page-layout-properties fo:page-width="${kind === 'text' ? '21cm' : '28cm'}" fo:page-height="${kind === 'text' ? '29.7cm' : '15.75cm'}"/></style:page-layout></office:automatic-styles><office:master-styles><style:master-page style:name="Standard" style:page-layout-name="p"/></office:master-styles></office:document-styles>`,
    ),
    { name: 'Pictures/sun.png', content: createPng(120, 60) },
  ]);
}

const ODF_STYLES =
  '<style:style style:name="B" style:family="text"><style:text-properties fo:font-weight="bold" fo:color="#0b6e75"/></style:style><style:style style:name="D" style:family="drawing-page"><style:drawing-page-properties draw:fill="solid" draw:fill-color="#eef6f6"/></style:style>';

export function createOdt(more = ''): Buffer {
  return createOdf('text', {
    styles: ODF_STYLES,
    body: `<text:h text:outline-level="1">Reed bed survey</text:h><text:p>Wind from the <text:span text:style-name="B">south-west</text:span>. <text:a xlink:href="https://example.org/river">The river</text:a></text:p><text:list><text:list-item><text:p>First</text:p></text:list-item><text:list-item><text:p>Second</text:p></text:list-item></text:list><table:table><table:table-row><table:table-cell><text:p>Curlew</text:p></table:table-cell><table:table-cell><text:p>41</text:p></table:table-cell></table:table-row></table:table><text:h text:outline-level="2">Pictures</text:h><text:p><draw:frame svg:width="6cm" svg:height="3cm"><draw:image xlink:href="Pictures/sun.png"/></draw:frame></text:p>${more}`,
  });
}

export function createOdp(more = ''): Buffer {
  const slide = (title: string): string =>
    `<draw:page draw:style-name="D" draw:master-page-name="Standard"><draw:frame svg:x="2cm" svg:y="1cm" svg:width="24cm" svg:height="3cm"><draw:text-box><text:p>${title}</text:p></draw:text-box></draw:frame><draw:frame svg:x="2cm" svg:y="6cm" svg:width="10cm" svg:height="5cm"><draw:image xlink:href="Pictures/sun.png"/></draw:frame>${more}</draw:page>`;
  return createOdf('presentation', {
    styles: ODF_STYLES,
    body: slide('Reed bed survey') + slide('What we heard'),
  });
}
