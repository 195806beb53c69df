/** File kinds that a request may accept. Decided by the file name, because the bytes do not pass through the server. */
export const REQUEST_KINDS = ['image', 'video', 'audio', 'pdf', 'document', 'archive'] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

const EXTENSIONS: Readonly<Record<RequestKind, string>> = {
  image: 'jpg jpeg jpe png gif webp avif heic heif tif tiff bmp svg psd dng cr2 cr3 nef arw orf raf rw2',
  video: 'mp4 m4v mov avi mkv webm mpg mpeg wmv 3gp mts m2ts',
  audio: 'mp3 m4a aac wav flac ogg oga opus aif aiff wma',
  pdf: 'pdf',
  document:
    'doc docx odt rtf txt md pages xls xlsx ods csv tsv numbers ppt pptx odp key epub tex html htm json xml',
  archive: 'zip 7z rar tar gz tgz bz2 xz zst',
};

const ENDING = /[^.]\.([^.]+)$/u;

/** Undefined for a file that belongs to none of the kinds. */
export function requestKindOf(name: string): RequestKind | undefined {
  const extension = ENDING.exec(name)?.[1]?.toLowerCase();
  return extension === undefined
    ? undefined
    : REQUEST_KINDS.find((kind) => EXTENSIONS[kind].split(' ').includes(extension));
}

/** Without kinds, everything is accepted. */
export function isKindAccepted(name: string, kinds: readonly RequestKind[]): boolean {
  if (kinds.length === 0) return true;
  const kind = requestKindOf(name);
  return kind !== undefined && kinds.includes(kind);
}
