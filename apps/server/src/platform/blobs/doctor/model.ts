import type { Diagnosis } from '../../diagnosis.ts';

export type { Diagnosis } from '../../diagnosis.ts';

/** What a store can do, as far as it was found out by trying. */
export interface Capabilities {
  readonly checksums: readonly ('sha256' | 'crc64nvme' | 'md5')[];
  readonly conditionalWrite: boolean;
  readonly ranges: boolean;
  /** Up to the largest parts and the highest numbers that files have. Null when it was never tried. */
  readonly multipart: boolean | null;
  readonly list: boolean;
  readonly addressing: 'path' | 'host';
  readonly endpoint: string;
  readonly publicEndpoint: string;
}

/**
 * What is tried together, in the order in which causes are told: the store itself, the rules of its bucket, uploads in parts, the way of
 * browsers, and large bodies on that way.
 */
export const AREAS = ['store', 'rules', 'parts', 'public', 'bodies'] as const;
export type Area = (typeof AREAS)[number];

/** What came of trying one area. */
export interface Tried {
  readonly area: Area;
  readonly diagnoses: readonly Diagnosis[];
}

export interface Examination {
  readonly examinedAt: Date;
  /** Changes with the settings: what was found out about one patient says nothing about another. */
  readonly subject: string;
  readonly capabilities: Capabilities;
  /** The areas that there are here, and those of them that this run came to. */
  readonly areas: readonly Area[];
  readonly tried: readonly Tried[];
  /** What is wrong, the cause first; one `fine` when nothing is. */
  readonly diagnoses: readonly Diagnosis[];
}

/** One request that a browser sends as it stands, and what its outcome means. */
export interface BrowserProbe {
  readonly name: 'put' | 'get' | 'range' | 'wrong_checksum' | 'large';
  readonly method: 'PUT' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** Of so many of the same byte is the body instead. */
  readonly filler: { readonly sizeBytes: number; readonly byte: number } | null;
  readonly expected: {
    readonly statuses: readonly number[];
    /** Headers that the page must be able to read. */
    readonly exposed: readonly string[];
    readonly body: string | null;
  };
  readonly diagnoses: Readonly<
    Record<'unreachable' | 'slow' | 'refused' | 'hidden' | 'different', Diagnosis>
  >;
}
