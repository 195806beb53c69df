import { rm } from 'node:fs/promises';
import { err, ok, type Result } from '@coffer/kit';
import type { BlobReaper } from './blobs/blob-reaper.ts';
import type { Durable } from './durable/durable.ts';
import { KeyLock } from './keys/key-lock.ts';
import type { Layout } from './layout.ts';
import { writeRecord } from './durable/record-file.ts';
import type { PartRecord, UploadRecord } from './records.ts';

export interface UploadState {
  readonly record: UploadRecord;
  readonly parts: ReadonlyMap<number, PartRecord>;
}

interface LiveUpload extends UploadState {
  readonly parts: Map<number, PartRecord>;
  /**
   * Recovered parts of an upload that may have become an object whose record is unreadable and refers to their blobs.
   */
  readonly doubtful?: ReadonlySet<PartRecord>;
}

/** Multipart uploads in progress: one folder each on disk, mirrored in memory. */
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

  /**
   * Adds an upload found on disk. With `mayBeObject`, ending it does not remove the blobs; a later start
   * finds orphans.
   */
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

  async abort(uploadId: string): Promise<void> {
    await this.finish(uploadId, async () => ({ keptBlobs: new Set<string>() }));
  }

  async putPart(
    uploadId: string,
    part: PartRecord,
    durable: Promise<void>,
  ): Promise<Result<void, 'NoSuchUpload'>> {
    // Parts are written in parallel, but not while the upload ends; parts with the same number are serialized.
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
   * Runs `task` while no part can change, with undefined if the upload does not exist. If it returns `keptBlobs`, the
   * upload ends and its other blobs are removed.
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
    // Remove the record first, durably: the next start deletes an upload folder without one.
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
