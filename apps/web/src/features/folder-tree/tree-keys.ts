import type { Line, TreeFolder } from './use-folders.ts';

type TreeMove =
  | { readonly type: 'focus'; readonly to: number }
  | { readonly type: 'toggle'; readonly folder: TreeFolder }
  | { readonly type: 'open'; readonly line: Line };

interface TreePlace {
  readonly lines: readonly Line[];
  readonly at: number;
  readonly isMirrored: boolean;
}

interface Press {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

const MIRRORED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

/** Returns undefined if the tree does not handle the key. */
export function treeMove(press: Press, { lines, at, isMirrored }: TreePlace): TreeMove | undefined {
  const line = lines[at];
  if (line === undefined || press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const key = isMirrored ? (MIRRORED[press.key] ?? press.key) : press.key;
  const folder = line.kind === 'folder' ? line.folder : undefined;
  switch (key) {
    case 'ArrowDown':
      return { type: 'focus', to: Math.min(at + 1, lines.length - 1) };
    case 'ArrowUp':
      return { type: 'focus', to: Math.max(at - 1, 0) };
    case 'Home':
      return { type: 'focus', to: 0 };
    case 'End':
      return { type: 'focus', to: lines.length - 1 };
    case 'ArrowRight':
      if (folder === undefined || folder.hasFolders === false) return undefined;
      if (!folder.isExpanded) return { type: 'toggle', folder };
      // A loading line would disappear together with the focus.
      return lines[at + 1]?.kind === 'loading' ? undefined : { type: 'focus', to: at + 1 };
    case 'ArrowLeft':
      if (folder?.isExpanded === true) return { type: 'toggle', folder };
      return focusOn(lines.findLastIndex((each, index) => index < at && levelOf(each) < levelOf(line)));
    case 'Enter':
    case ' ':
      return { type: 'open', line };
    default:
      return /^.$/u.test(key) ? focusOn(nextNamed(lines, at, key)) : undefined;
  }
}

function focusOn(to: number): TreeMove | undefined {
  return to < 0 ? undefined : { type: 'focus', to };
}

function levelOf(line: Line): number {
  return line.kind === 'folder' ? line.folder.level : line.level;
}

function nextNamed(lines: readonly Line[], at: number, letter: string): number {
  const begins = (line: Line): boolean =>
    line.kind === 'folder' &&
    line.folder.name.slice(0, letter.length).localeCompare(letter, undefined, { sensitivity: 'base' }) === 0;
  const after = lines.findIndex((line, index) => index > at && begins(line));
  return after >= 0 ? after : lines.findIndex(begins);
}
