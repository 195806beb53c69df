import type { Generated } from 'kysely';

export interface ConversionsTables {
  conversion: ConversionTable;
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
