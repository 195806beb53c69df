import { LIMITS, type NodeId, type VersionId } from '@coffer/contracts';
import { MINUTE_MS, SECOND_MS } from '@coffer/kit';
import type { ThumbnailItem, ThumbnailRequest } from './thumbnails.ts';

export type ReadyThumbnail = Extract<ThumbnailItem, { readonly state: 'ready' }>;

export interface ThumbnailFile {
  readonly nodeId: NodeId;
  readonly versionId: VersionId;
}

interface ThumbnailStoreOptions {
  /** Resolves to undefined if the call failed. */
  readonly ask: (files: readonly ThumbnailRequest[]) => Promise<readonly ThumbnailItem[] | undefined>;
  /** Must be shorter than presigned URLs are valid. */
  readonly freshMs?: number;
  readonly now?: () => number;
}

interface Entry {
  readonly ready?: ReadyThumbnail;
  /** When to request it again; undefined means never. */
  readonly askAt: number | undefined;
  readonly tries: number;
  readonly isLost?: true;
}

interface Watched {
  readonly file: ThumbnailFile;
  readonly listeners: Set<() => void>;
}

/** Batches the files of one screen into one call. */
const COLLECT_MS = 30;
/** A thumbnail is usually ready within a second of its upload. */
const POLL_MS = [0.2, 0.2, 0.3, 0.5, 1, 1, 2, 3, 5, 8, 15].map((seconds) => seconds * SECOND_MS);
const POLL_LAST_MS = 30 * SECOND_MS;
const POLLS_MAX = 40;
const FRESH_MS = 50 * MINUTE_MS;

/** Thumbnails of the visible files, by version. */
export class ThumbnailStore {
  readonly #ask: ThumbnailStoreOptions['ask'];
  readonly #freshMs: number;
  readonly #now: () => number;
  readonly #entries = new Map<VersionId, Entry>();
  readonly #watched = new Map<VersionId, Watched>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #timerAt = 0;
  #isAsking = false;

  constructor({ ask, freshMs = FRESH_MS, now = () => Date.now() }: ThumbnailStoreOptions) {
    this.#ask = ask;
    this.#freshMs = freshMs;
    this.#now = now;
  }

  /** Undefined until the thumbnail is ready; null for files that will have none. */
  get(versionId: VersionId): ReadyThumbnail | null | undefined {
    const entry = this.#entries.get(versionId);
    return entry !== undefined && entry.ready === undefined && entry.askAt === undefined
      ? null
      : entry?.ready;
  }

  /** Only watched files are requested. */
  watch(file: ThumbnailFile, listener: () => void): () => void {
    const watched = this.#watched.get(file.versionId) ?? { file, listeners: new Set() };
    watched.listeners.add(listener);
    this.#watched.set(file.versionId, watched);
    this.#schedule();
    return () => {
      watched.listeners.delete(listener);
      if (watched.listeners.size === 0) this.#watched.delete(file.versionId);
    };
  }

  /** Reports that a thumbnail failed to load. It is requested again only the first time. */
  reportLost(versionId: VersionId): void {
    const entry = this.#entries.get(versionId);
    if (entry?.ready === undefined) return;
    const askAt = entry.isLost === true ? undefined : this.#now();
    this.#set(versionId, { askAt, tries: 0, isLost: true });
    this.#schedule();
  }

  /** Forgets earlier responses, because the file now has a thumbnail. */
  askAgain(versionId: VersionId): void {
    this.#entries.delete(versionId);
    this.#schedule();
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#entries.clear();
    for (const { listeners } of this.#watched.values()) for (const listener of listeners) listener();
  }

  #schedule(): void {
    const dueAt = Math.min(...[...this.#watched.keys()].map((id) => this.#dueAt(id)));
    if (this.#isAsking || !Number.isFinite(dueAt)) return;
    const at = Math.max(dueAt, this.#now() + COLLECT_MS);
    if (this.#timer !== undefined && this.#timerAt <= at) return;
    clearTimeout(this.#timer);
    this.#timerAt = at;
    this.#timer = setTimeout(() => void this.#askForDue(), at - this.#now());
  }

  #dueAt(versionId: VersionId): number {
    const entry = this.#entries.get(versionId);
    return entry === undefined ? 0 : (entry.askAt ?? Number.POSITIVE_INFINITY);
  }

  async #askForDue(): Promise<void> {
    this.#timer = undefined;
    const now = this.#now();
    const due = [...this.#watched.values()]
      .map(({ file }) => file)
      .filter(({ versionId }) => this.#dueAt(versionId) <= now)
      .slice(0, LIMITS.thumbnailsAskedMax);
    if (due.length > 0) {
      this.#isAsking = true;
      const requests = due.map((file): ThumbnailRequest => {
        const entry = this.#entries.get(file.versionId);
        return entry?.isLost === true && entry.tries === 0 ? { ...file, isLost: true } : file;
      });
      const items = await this.#ask(requests);
      this.#isAsking = false;
      const isDrawing = due.some(
        ({ versionId }, index) => items?.[index]?.state === 'ready' && this.#isWaited(versionId),
      );
      for (const [index, { versionId }] of due.entries()) this.#take(versionId, items?.[index], isDrawing);
    }
    this.#schedule();
  }

  #isWaited(versionId: VersionId): boolean {
    const entry = this.#entries.get(versionId);
    return entry !== undefined && entry.tries > 0;
  }

  /** With `isDrawing`, the server is drawing other thumbnails, so the delay does not grow. */
  #take(versionId: VersionId, item: ThumbnailItem | undefined, isDrawing: boolean): void {
    const before = this.#entries.get(versionId);
    const lost = before?.isLost === true ? { isLost: true as const } : {};
    const now = this.#now();
    if (item?.state === 'ready') {
      this.#set(versionId, { ...lost, ready: item, askAt: now + this.#freshMs, tries: 0 });
    } else if (item === undefined || item.state === 'wanted') {
      const counted = Math.max(1, (before?.tries ?? 0) + (isDrawing ? 0 : 1));
      // A failed call says nothing about the thumbnail.
      const tries = item === undefined ? Math.min(POLLS_MAX, counted) : counted;
      const askAt = tries > POLLS_MAX ? undefined : now + (POLL_MS[tries - 1] ?? POLL_LAST_MS);
      const kept = item === undefined && before?.ready !== undefined ? { ready: before.ready } : {};
      this.#set(versionId, { ...lost, ...kept, askAt, tries });
    } else this.#set(versionId, { askAt: undefined, tries: 0 });
  }

  #set(versionId: VersionId, entry: Entry): void {
    const before = this.get(versionId);
    this.#entries.set(versionId, entry);
    if (this.get(versionId) === before) return;
    for (const listener of this.#watched.get(versionId)?.listeners ?? []) listener();
  }
}
