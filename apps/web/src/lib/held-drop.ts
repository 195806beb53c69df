/** The parts of `DataTransfer` that uploads read. Only those of a held drop outlive its event. */
export interface DroppedFiles {
  readonly items: ArrayLike<DroppedItem>;
  readonly files: ArrayLike<File>;
}

export type DroppedItem = Pick<DataTransferItem, 'kind' | 'webkitGetAsEntry' | 'getAsFile'> & {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
};

interface HeldDrop extends DroppedFiles {
  /** Of the page on which the files were dropped. */
  readonly path: string;
  /** Milliseconds since the page began, as `performance.now()`. */
  readonly at: number;
}

/** Set by public/theme.js for files that are dropped before the page can take them. */
declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of `globalThis`
  var heldDrop: HeldDrop | undefined;
}

const HELD_MAX_MS = 10_000;

/** Undefined if the files were dropped on another page, or so long ago that people no longer expect an upload. */
export function takeHeldDrop(): DroppedFiles | undefined {
  const held = globalThis.heldDrop;
  globalThis.heldDrop = undefined;
  if (held === undefined || held.path !== location.pathname) return undefined;
  return performance.now() - held.at <= HELD_MAX_MS ? held : undefined;
}
