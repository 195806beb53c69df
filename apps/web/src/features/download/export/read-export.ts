import { EXPORT_FOLDER, nameKey } from '@coffer/contracts';
import { createSha256Sums } from '../../../lib/checksum/sha256.ts';
import { DownloadError, type NamedNode } from '../ports.ts';
import type { MadeItem, Reading, TreeItem, ZipItem } from '../read-tree.ts';
import { SafeNames } from '../safe-paths.ts';
import {
  type ExportCalls,
  type ExportedNode,
  type Gathered,
  gatherRecords,
  type RecordOf,
} from './gather-records.ts';
import {
  type ExportFacts,
  knownSha256,
  metadataLines,
  type PlacedNode,
  type PlacedVersion,
} from './metadata.ts';

const UNKNOWN_SHA256 = '0'.repeat(64);
const encoder = new TextEncoder();

export interface ExportRequest {
  readonly calls: ExportCalls;
  readonly facts: ExportFacts;
  /** The text of README.txt. */
  readonly readme: string;
}

/** Lists every file and folder of a space. The metadata come last, because they contain the checksums of all files. */
export async function readExport(
  { calls, facts, readme }: ExportRequest,
  reading: Reading,
): Promise<readonly ZipItem[]> {
  const gathered = await gatherRecords(calls, reading);
  const plan = new Plan(gathered, reading.excluded);
  plan.placeAll();
  if (plan.damaged.length > 0) throw new DownloadError({ code: 'file_damaged', entries: plan.damaged });
  const sums = plan.unsummed.length === 0 ? undefined : await createSha256Sums();
  for (const { index, version } of plan.unsummed)
    plan.items[index] = { ...plan.itemAt(index), onBytes: sums?.updaterOf(version.id) };
  const { placed } = plan;
  const lines = (isSummed: boolean): Generator<string> =>
    metadataLines(facts, { placed, gathered }, (version) => {
      const sum = isSummed ? sums?.hexOf(version.id) : UNKNOWN_SHA256;
      return knownSha256(version) ?? sum ?? UNKNOWN_SHA256;
    });
  const { exportedAt } = facts;
  return [
    ...plan.items,
    madeItem(`${EXPORT_FOLDER}/README.txt`, exportedAt, () => [readme]),
    madeItem(`${EXPORT_FOLDER}/metadata.jsonl`, exportedAt, lines),
  ];
}

/** Assigns each item its path in the zip file. */
class Plan {
  readonly items: TreeItem[] = [];
  readonly placed: PlacedNode[] = [];
  readonly damaged: NamedNode[] = [];
  /** Files whose SHA-256 the server does not know yet. */
  readonly unsummed: { readonly index: number; readonly version: RecordOf<'version'> }[] = [];
  readonly #gathered: Gathered;
  readonly #excluded: ReadonlySet<string>;
  readonly #names = new SafeNames();

  constructor(gathered: Gathered, excluded: ReadonlySet<string>) {
    this.#gathered = gathered;
    this.#excluded = excluded;
    // Reserves the name: a folder of the space with this name gets a number.
    this.#names.pathOf('', EXPORT_FOLDER);
  }

  placeAll(): void {
    for (const root of this.#gathered.children.get(null) ?? []) this.#place(root, { path: '', file: '' });
    const trashed = [...this.#gathered.nodes.values()].filter(({ trashedAt }) => trashedAt !== null);
    for (const node of trashed) {
      const path = this.#pathOf(node);
      const folder = `${EXPORT_FOLDER}/trash/`;
      if (path !== undefined) this.#place(node, { path, file: this.#names.pathOf(folder, node.name) });
    }
  }

  itemAt(index: number): TreeItem {
    const item = this.items[index];
    if (item === undefined) throw new RangeError('no such item');
    return item;
  }

  /** Places an item and the whole tree below it, except what is in the trash there. */
  #place(top: ExportedNode, at: { readonly path: string; readonly file: string }): void {
    const waiting = [{ node: top, ...at }];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      const { node, path, file } = next;
      if (this.#excluded.has(node.id) && node.kind === 'folder') continue;
      if (node.kind === 'file') {
        this.#placeFile(node, path, file);
        continue;
      }
      const folder = file === '' ? '' : `${file}/`;
      if (folder !== '') this.items.push({ ...plainItem(node, folder), isFolder: true, sizeBytes: 0 });
      this.placed.push({ node, path, file: folder === '' ? undefined : folder, versions: [] });
      const children = (this.#gathered.children.get(node.id) ?? []).filter(
        ({ trashedAt }) => trashedAt === null,
      );
      // Names are assigned in order, although the stack takes the last item first.
      const named = children.map((child) => ({
        node: child,
        path: path === '' ? child.name : `${path}/${child.name}`,
        file: this.#names.pathOf(folder, child.name),
      }));
      for (const child of named.toReversed()) waiting.push(child);
    }
  }

  #placeFile(node: ExportedNode, path: string, file: string): void {
    const all = this.#gathered.versions.get(node.id) ?? [];
    // If a version was saved while the pages were read, the list may name a newer one than was read.
    const current = all.find(({ id }) => id === node.versionId) ?? all.at(-1);
    // The file was deleted meanwhile.
    if (current === undefined) return;
    const isLeftOut = this.#excluded.has(node.id) || this.#excluded.has(current.id);
    if (current.isDamaged && !isLeftOut) this.damaged.push({ nodeId: node.id, name: node.name });
    const versions: PlacedVersion[] = [];
    for (const version of [...all.filter(({ id }) => id !== current.id), current]) {
      const isCurrent = version === current;
      const earlier = isCurrent ? undefined : versionName(version, node);
      const place =
        earlier === undefined ? file : this.#names.pathOf(`${EXPORT_FOLDER}/versions/${file}/`, earlier);
      const isHere = isCurrent ? !isLeftOut : !version.isDamaged && !this.#excluded.has(version.id);
      versions.push({ version, file: isHere ? place : undefined });
      // The error for an earlier version must show that it is not the file itself.
      const name = earlier === undefined ? node.name : `${node.name}/${earlier}`;
      if (isHere) this.#add({ ...node, name }, version, place);
    }
    this.placed.push({ node, path, file: isLeftOut ? undefined : file, versions });
  }

  #add(node: ExportedNode, version: RecordOf<'version'>, path: string): void {
    if (knownSha256(version) === undefined) this.unsummed.push({ index: this.items.length, version });
    const modifiedAt = new Date(version.id === node.versionId ? node.modifiedAt : version.createdAt);
    const { sizeBytes, id: versionId } = version;
    this.items.push({ ...plainItem(node, path), sizeBytes, versionId, modifiedAt });
  }

  /** Returns undefined below a node that is being deleted. */
  #pathOf(node: ExportedNode): string | undefined {
    const names = [node.name];
    let { parentId } = node;
    while (parentId !== null) {
      const parent = this.#gathered.nodes.get(parentId);
      if (parent === undefined) return undefined;
      ({ parentId } = parent);
      if (parentId !== null) names.unshift(parent.name);
    }
    return names.join('/');
  }
}

function plainItem(node: ExportedNode, path: string): TreeItem {
  const modifiedAt = new Date(node.modifiedAt);
  return {
    path,
    isFolder: false,
    sizeBytes: 0,
    modifiedAt,
    nodeId: node.id,
    name: node.name,
    versionId: null,
  };
}

/** For example `3.txt` for the third version of a text file. */
function versionName({ number }: RecordOf<'version'>, { name }: ExportedNode): string {
  const ending = /\.[^.]{1,20}$/.exec(nameKey(name))?.[0] ?? '';
  return `${number}${ending}`;
}

/** Generates the text twice: first for its size, which is needed before the first byte, and then to send it. */
function madeItem(
  path: string,
  modifiedAt: string,
  textOf: (isSummed: boolean) => Iterable<string>,
): MadeItem {
  let sizeBytes = 0;
  for (const text of textOf(false)) sizeBytes += encoder.encode(text).length;
  return {
    path,
    isFolder: false,
    sizeBytes,
    modifiedAt: new Date(modifiedAt),
    made: function* made() {
      for (const text of textOf(true)) yield encoder.encode(text);
    },
  };
}
