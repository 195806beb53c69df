import type { Diagnosis } from '../../diagnosis.ts';

export type { Diagnosis } from '../../diagnosis.ts';

export interface Capabilities {
  readonly checksums: readonly ('sha256' | 'crc64nvme' | 'md5')[];
  readonly conditionalWrite: boolean;
  readonly ranges: boolean;
  /** Tested up to the part size and part number limits of files. Null if not tested. */
  readonly multipart: boolean | null;
  readonly list: boolean;
  readonly addressing: 'path' | 'host';
  readonly endpoint: string;
  readonly publicEndpoint: string;
}

/**
 * In the order in which causes are reported: store, bucket rules, multipart uploads, browser access, large bodies from
 * browsers.
 */
export const AREAS = ['store', 'rules', 'parts', 'public', 'bodies'] as const;
export type Area = (typeof AREAS)[number];

export interface Tried {
  readonly area: Area;
  readonly diagnoses: readonly Diagnosis[];
}

export interface Examination {
  readonly examinedAt: Date;
  /** Identifies the examined settings: results for one subject do not apply to another. */
  readonly subject: string;
  readonly capabilities: Capabilities;
  /** `areas`: the areas that apply to this store. `tried`: the results of this run. */
  readonly areas: readonly Area[];
  readonly tried: readonly Tried[];
  /** The cause first. A single `fine` if there are no problems. */
  readonly diagnoses: readonly Diagnosis[];
}

export interface BrowserProbe {
  readonly name: 'put' | 'get' | 'range' | 'wrong_checksum' | 'large';
  readonly method: 'PUT' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** A body that repeats one byte. */
  readonly filler: { readonly sizeBytes: number; readonly byte: number } | null;
  readonly expected: {
    readonly statuses: readonly number[];
    readonly exposed: readonly string[];
    readonly body: string | null;
  };
  readonly diagnoses: Readonly<
    Record<'unreachable' | 'slow' | 'refused' | 'hidden' | 'different', Diagnosis>
  >;
}
