import { extensionOf, LIMITS, type NodeView, textByName } from '@coffer/contracts';
import { KIB, MIB } from '@coffer/kit';
import type { ComponentType } from 'react';
import { TEXT_SHOWN_BYTES } from '../../api/content.ts';
import { isEditableText, isText } from '../../api/text-kinds.ts';
import { byType, isPicture, type ShownFile, type Viewer, type ViewerProps } from './viewer.ts';
import { lazy } from '../../ui/loading/lazy.tsx';

/** Larger formatted text, such as Markdown, is shown as plain text. */
const FORMATTED_MAX_BYTES = 1_024 * KIB;

const TABLE_EXTENSIONS = ['csv', 'tsv', 'tab'];

/** Formats that can be shown only after conversion to PDF. */
const OFFICE_EXTENSIONS = 'doc odg pages pps ppt rtf vsd vsdx wpd wps'.split(' ');

/** Ordered: the first one that shows a file is used. */
const VIEWERS = [
  {
    kind: 'image',
    shows: isPicture,
    maxBytes: LIMITS.imagePreviewMaxBytes,
    ...fetched(async () => (await import('./image/image-view.tsx')).ImageView),
  },
  {
    kind: 'pdf',
    shows: byType('application/pdf'),
    ...fetched(async () => {
      // The worker starts while the viewer is fetched.
      const [{ PdfView }] = await Promise.all([import('./pdf/pdf-view.tsx'), startPdfWorker()]);
      return PdfView;
    }),
  },
  {
    kind: 'video',
    shows: ({ mediaType }) => mediaType?.startsWith('video/') === true,
    ...fetched(async () => (await import('./media/media-view.tsx')).VideoView),
  },
  {
    kind: 'audio',
    shows: ({ mediaType }) => mediaType?.startsWith('audio/') === true,
    ...fetched(async () => (await import('./media/media-view.tsx')).AudioView),
  },
  {
    kind: 'word',
    shows: typedOrNamed(/wordprocessingml|vnd\.ms-word\.document\.macro/, ['docx', 'docm', 'dotx']),
    maxBytes: 50 * MIB,
    ...fetched(async () => (await import('./framed/framed-views.tsx')).WordView),
  },
  {
    kind: 'slides',
    shows: typedOrNamed(/presentationml/, ['pptx', 'pptm', 'ppsx', 'potx']),
    maxBytes: 100 * MIB,
    ...fetched(async () => (await import('./framed/framed-views.tsx')).SlidesView),
  },
  {
    kind: 'odf',
    shows: typedOrNamed(/opendocument\.(?:text|presentation)/, ['odt', 'ott', 'odp', 'otp']),
    maxBytes: 100 * MIB,
    ...fetched(async () => (await import('./framed/framed-views.tsx')).OdfView),
  },
  {
    kind: 'office',
    shows: ({ name }) => OFFICE_EXTENSIONS.includes(extensionOf(name) ?? ''),
    maxBytes: 50 * MIB,
    ...fetched(async () => (await import('./converted/converted-view.tsx')).OfficeView),
  },
  {
    kind: 'workbook',
    shows: typedOrNamed(/spreadsheetml|opendocument\.spreadsheet/, [
      'xlsx',
      'xlsm',
      'xlsb',
      'xls',
      'ods',
      'ots',
    ]),
    maxBytes: 50 * MIB,
    ...fetched(async () => (await import('./table/table-view.tsx')).WorkbookView),
  },
  {
    kind: 'mail',
    shows: typedOrNamed(/^message\/rfc822$/, ['eml']),
    maxBytes: 50 * MIB,
    ...fetched(async () => (await import('./mail/mail-view.tsx')).MailView),
  },
  {
    kind: 'notebook',
    shows: typedOrNamed(/^application\/x-ipynb\+json$/, ['ipynb']),
    maxBytes: 50 * MIB,
    ...fetched(async () => (await import('./notebook/notebook-view.tsx')).NotebookView),
  },
  {
    kind: 'book',
    shows: typedOrNamed(/^application\/epub\+zip$/, ['epub']),
    maxBytes: 150 * MIB,
    ...fetched(async () => (await import('./framed/framed-views.tsx')).BookView),
  },
  {
    kind: 'model',
    shows: typedOrNamed(/^model\/(?:gltf|stl)|ms-pki\.stl/, ['glb', 'gltf', 'stl']),
    maxBytes: 150 * MIB,
    ...fetched(async () => (await import('./framed/framed-views.tsx')).ModelView),
  },
  {
    kind: 'markdown',
    shows: textNamed('text/markdown', ['md', 'markdown']),
    ...fetched(async () => (await import('./markdown/markdown-view.tsx')).MarkdownView),
  },
  {
    kind: 'table',
    shows: textNamed('text/csv', TABLE_EXTENSIONS, Number.POSITIVE_INFINITY),
    ...fetched(async () => (await import('./table/table-view.tsx')).TableView),
  },
  {
    kind: 'archive',
    shows: isArchive,
    ...fetched(async () => (await import('./archive/archive-view.tsx')).ArchiveView),
  },
  {
    kind: 'json',
    shows: isTree,
    ...fetched(async () => (await import('./json/json-view.tsx')).JsonView),
  },
  {
    kind: 'font',
    shows: ({ mediaType }) => /^(?:font\/|application\/(?:x-)?font-)/.test(mediaType ?? ''),
    maxBytes: 30 * MIB,
    ...fetched(async () => (await import('./font/font-view.tsx')).FontView),
  },
  {
    kind: 'text',
    shows: isText,
    ...fetched(async (file) => {
      const isLong = (file?.sizeBytes ?? 0) > TEXT_SHOWN_BYTES;
      const [{ TextView }] = await Promise.all([
        import('./text/text-view.tsx'),
        isLong ? import('./text/large/large-text-view.tsx') : undefined,
      ]);
      return TextView;
    }),
  },
] as const satisfies readonly Viewer[];

const NO_TYPE = ['', 'application/octet-stream'];

/** A viewer whose code is loaded with the first file that needs it. */
function fetched(
  load: (file?: ShownFile) => Promise<ComponentType<ViewerProps>>,
): Pick<Viewer, 'load' | 'View'> {
  return { load, View: lazy(async () => ({ default: await load() })) };
}

async function startPdfWorker(): Promise<void> {
  (await import('./pdf/pdf-worker.ts')).pdfWorker();
}

type ViewerKind = (typeof VIEWERS)[number]['kind'];

/** `large`: over the size limit of its viewer. */
export type PreviewKind = ViewerKind | 'large' | 'none';

export function viewerOf(kind: ViewerKind): Viewer | undefined {
  return VIEWERS.find((viewer) => viewer.kind === kind);
}

/** `undecided` if only the first bytes of the file can tell. */
export function previewKindOf(file: ShownFile): PreviewKind | 'undecided' {
  const byText = textByName(file.name);
  if (byText === 'twofold') return 'undecided';
  const kind = decidedKindOf(file);
  if (kind !== 'none') return kind;
  const isUnsure = byText === 'text' || UNSURE_NAME.test(file.name) || NO_TYPE.includes(file.mediaType ?? '');
  return isUnsure ? 'undecided' : 'none';
}

export function decidedKindOf(file: ShownFile): PreviewKind {
  const viewer = VIEWERS.find(({ shows }) => shows(file));
  if (viewer === undefined) return 'none';
  const maxBytes = 'maxBytes' in viewer ? viewer.maxBytes : Number.POSITIVE_INFINITY;
  return (file.sizeBytes ?? 0) > maxBytes ? 'large' : viewer.kind;
}

/** Whether the file can be edited as text. A file shared without its folder cannot get a new version. */
export function isEditable({ parentId, ...file }: NodeView): boolean {
  return parentId !== null && isEditableText(file);
}

/** Names of files whose media types differ between browsers and systems. */
const UNSURE_NAME = /\.(?:csv|tsv|tab|zip|tar|tgz|tar\.gz|[to]tf|woff2?)$/i;

function isArchive({ name, mediaType }: ShownFile): boolean {
  if (/^application\/(?:zip|x-zip-compressed|x-tar)$/.test(mediaType ?? '')) return true;
  return /^application\/(?:x-)?gzip$/.test(mediaType ?? '') && /\.(?:tgz|tar\.gz)$/i.test(name);
}

function isTree(file: ShownFile): boolean {
  const isJson = /[/+]json$/.test(file.mediaType ?? '') || /\.(?:geo)?json$/i.test(file.name);
  return isText(file) && isJson && (file.sizeBytes ?? 0) <= 20 * MIB;
}

/** Matches by media type or extension, because browsers and systems report different types for these files. */
function typedOrNamed(type: RegExp, extensions: readonly string[]) {
  return ({ name, mediaType }: ShownFile): boolean =>
    type.test(mediaType ?? '') || extensions.includes(extensionOf(name) ?? '');
}

/** Matches text of this type or with one of these extensions, up to the size limit. */
function textNamed(type: string, extensions: readonly string[], maxBytes = FORMATTED_MAX_BYTES) {
  return (file: ShownFile): boolean =>
    isText(file) &&
    (file.mediaType === type || extensions.includes(extensionOf(file.name) ?? '')) &&
    (file.sizeBytes ?? 0) <= maxBytes;
}
