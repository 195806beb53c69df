import type { Generated } from 'kysely';

export interface RenditionsTables {
  rendition: RenditionTable;
  conversion: ConversionTable;
}

/** Thumbnails of the picture in an object. Triggers on `version` and `blob` add and drop rows. */
interface RenditionTable {
  blob_id: string;
  /** `none`: no picture, or one that cannot be drawn. `dropped`: to be deleted with its object. */
  state: 'wanted' | 'ready' | 'none' | 'dropped';
  tries: Generated<number>;
  /** A page is waiting for it. */
  asked_at: Date | null;
  /** Earliest next try; while a server draws, the end of its lease. */
  due_at: Date;
  /** Of the upright picture. */
  width: number | null;
  height: number | null;
  /** `#rrggbb`, the average. */
  color: string | null;
  /** Base64. Null for thumbnails from before there were hashes; empty if there is nothing to make one of. */
  thumb_hash: string | null;
}

/** Office files as PDF. A trigger on `blob` drops rows. */
interface ConversionTable {
  blob_id: string;
  /** Extension of the name when the conversion was first requested. */
  extension: string;
  /** `none`: the service cannot read it. `dropped`: to be deleted with its object. */
  state: 'wanted' | 'ready' | 'none' | 'dropped';
  tries: Generated<number>;
  asked_at: Date;
  /** Earliest next try; while a server waits for the service, the end of its lease. */
  due_at: Date;
  /** Of the document. */
  size_bytes: number | null;
}
