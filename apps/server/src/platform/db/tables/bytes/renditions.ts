import type { Generated } from 'kysely';

export interface RenditionsTables {
  rendition: RenditionTable;
  conversion: ConversionTable;
}

/** Thumbnails of the picture in an object. Triggers on `version` and `blob` insert rows and mark them as dropped. */
interface RenditionTable {
  blob_id: string;
  /** `none`: not a picture, or one that cannot be drawn. `dropped`: to be deleted with its object. */
  state: 'wanted' | 'ready' | 'none' | 'dropped';
  tries: Generated<number>;
  /** Set while a page is waiting for the thumbnail. */
  asked_at: Date | null;
  /** Earliest next attempt; while a server draws, the end of its lease. */
  due_at: Date;
  /** Size of the upright picture. */
  width: number | null;
  height: number | null;
  /** Average color as `#rrggbb`. */
  color: string | null;
  /** Base64. Null for thumbnails from before ThumbHash; empty if no hash can be computed. */
  thumb_hash: string | null;
}

/** Office files as PDF. A trigger on `blob` marks rows as dropped. */
interface ConversionTable {
  blob_id: string;
  /** Extension of the name when the conversion was first requested. */
  extension: string;
  /** `none`: the service cannot read the file. `dropped`: to be deleted with its object. */
  state: 'wanted' | 'ready' | 'none' | 'dropped';
  tries: Generated<number>;
  asked_at: Date;
  /** Earliest next attempt; while a server waits for the service, the end of its lease. */
  due_at: Date;
  /** Size of the PDF document. */
  size_bytes: number | null;
}
