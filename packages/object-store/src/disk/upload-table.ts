import { rm } from 'node:fs/promises';
import { err, ok, type Result } from '@coffer/kit';
import type { BlobReaper } from './blob-reaper.ts';
import type { Durable } from './durable.ts';
import { KeyLock } from './key-lock.ts';
import type { Layout } from './layout.ts';
import { writeRecord } from './record-file.ts';
import type { PartRecord, UploadRecord } from './records.ts';

/** A multipart upload in progress. */
export interface UploadState {
  readonly record: UploadRecord;
  readonly parts: ReadonlyMap<number, PartRecord>;
}

interface LiveUpload extends UploadState {
  readonly parts: Map<number, PartRecord>;
  /** Parts as the start found them, where the upload may have become an object that cannot be read: their blobs may be that object's. */
  readonly doubtful?: ReadonlySet<PartRecord>;
}

/** The multipart uploads in progress: one folder each on disk, mirrored in memory. */
export class UploadTable {
  readonly #layout: Layout;
  readonly #durable: Durable;
  readonly #reaper: BlobReaper;
  readonly #uploads = new Map<string, LiveUpload>();
  readonly #locks = new KeyLock();

  constructor(parts: { readonly layout: Layout; readonly durable: Durable; readonly reaper: BlobReaper }) {
    this.#layout = parts.layout;
    this.#durable = parts.durable;
    this.#reaper = parts.reaper;
  }

  get count(): number {
    return this.#uploads.size;
  }

  /** Puts an upload found on disk into the table. The blobs of one that `mayBeObject` are not removed by its end; a census finds what nobody names. */
  restore(record: UploadRecord, parts: readonly PartRecord[], mayBeObject: boolean): void {
    const live = { record, parts: new Map(parts.map((part) => [part.number, part])) };
    this.#uploads.set(record.id, mayBeObject ? { ...live, doubtful: new Set(parts) } : live);
  }

  async start(record: UploadRecord): Promise<void> {
    await this.#durable.createFolder(this.#layout.upload(record.id));
    await this.#durable.commitFile(this.#layout.uploadRecord(record.id), writeRecord(record));
    this.#uploads.set(record.id, { record, parts: new Map() });
  }

  find(uploadId: string): UploadState | undefined {
    return this.#uploads.get(uploadId);
  }

  list(bucket: string): readonly UploadState[] {
    return [...this.#uploads.values()].filter((upload) => upload.record.bucket === bucket);
  }

  listAll(): readonly UploadState[] {
    return [...this.#uploads.values()];
  }

  /** Ends an upload and removes its parts; nothing happens when it has ended already. */
  async abort(uploadId: string): Promise<void> {
    await this.finish(uploadId, async () => ({ keptBlobs: new Set<string>() }));
  }

  /** Commits a part once its blob is `durable`, replacing one of the same number. */
  async putPart(
    uploadId: string,
    part: PartRecord,
    durable: Promise<void>,
  ): Promise<Result<void, 'NoSuchUpload'>> {
    // Parts wait for the disk side by side, but not while the upload ends; those of one number take turns.
    return this.#locks.share(uploadId, () =>
      this.#locks.run(`${uploadId}/${part.number}`, async () => {
        const upload = this.#uploads.get(uploadId);
        if (upload === undefined) return err('NoSuchUpload');
        await this.#durable.commitFile(this.#layout.part(uploadId, part.number), writeRecord(part), durable);
        const previous = upload.parts.get(part.number);
        upload.parts.set(part.number, part);
        if (previous !== undefined) this.#dispose(upload, [previous]);
        return ok(undefined);
      }),
    );
  }

  /**
   * Runs `task` while no part of the upload can change. When it answers with the blobs that live on elsewhere, the
   * upload ends: its other blobs are removed. `undefined` is handed in when the upload is not there.
   */
  async finish<T extends { readonly keptBlobs?: ReadonlySet<string> }>(
    uploadId: string,
    task: (upload: UploadState | undefined) => Promise<T>,
  ): Promise<T> {
    return this.#locks.run(uploadId, async () => {
      const upload = this.#uploads.get(uploadId);
      const outcome = await task(upload);
      if (upload !== undefined && outcome.keptBlobs !== undefined) await this.#end(upload, outcome.keptBlobs);
      return outcome;
    });
  }

  async #end(upload: LiveUpload, keptBlobs: ReadonlySet<string>): Promise<void> {
    const { id } = upload.record;
    this.#uploads.delete(id);
    // The record goes first, durably: an upload without one is litter, which the next start sweeps.
    await this.#durable.removeFile(this.#layout.uploadRecord(id));
    await rm(this.#layout.upload(id), { recursive: true, force: true });
    this.#dispose(
      upload,
      [...upload.parts.values()].filter(({ blob }) => !keptBlobs.has(blob)),
    );
  }

  #dispose({ doubtful }: LiveUpload, parts: readonly PartRecord[]): void {
    const ours = parts.filter((part) => doubtful?.has(part) !== true);
    this.#reaper.add(ours.map(({ blob }) => blob));
  }
}
