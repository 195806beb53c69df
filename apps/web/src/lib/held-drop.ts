/** The parts of `DataTransfer` that uploads read. Only those of a held drop outlive its event. */
export interface DroppedFiles {
  readonly items: ArrayLike<DroppedItem>;
  readonly files: ArrayLike<File>;
}

export type DroppedItem = Pick<DataTransferItem, 'kind' | 'webkitGetAsEntry' | 'getAsFile'> & {
  readonly getAsFileSystemHandle?: () => Promise<FileSystemHandle | null>;
};

/** Set by public/theme.js for files that are dropped before the page can take them. */
declare global {
  // oxlint-disable-next-line no-var -- only `var` declares a property of `globalThis`
  var heldDrop: DroppedFiles | undefined;
}

export function takeHeldDrop(): DroppedFiles | undefined {
  const held = globalThis.heldDrop;
  globalThis.heldDrop = undefined;
  return held;
}
