import type { Diagnosis } from '../../diagnosis.ts';

export type { Diagnosis } from '../../diagnosis.ts';

/** What a store can do, as far as it was found out by trying. */
export interface Capabilities {
  readonly checksums: readonly ('sha256' | 'crc64nvme' | 'md5')[];
  readonly conditionalWrite: boolean;
  readonly ranges: boolean;
  readonly multipart: boolean;
  readonly list: boolean;
  readonly addressing: 'path' | 'host';
  readonly partSizeMinBytes: number;
  readonly partCountMax: number;
  readonly endpoint: string;
  readonly publicEndpoint: string;
}

export interface Examination {
  readonly examinedAt: Date;
  readonly capabilities: Capabilities;
  /** What is wrong, the cause first; one `fine` when nothing is. */
  readonly diagnoses: readonly Diagnosis[];
}

/** One request that a browser sends as it stands, and what its outcome means. */
export interface BrowserProbe {
  readonly name: 'put' | 'get' | 'range' | 'wrong_checksum';
  readonly method: 'PUT' | 'GET';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly expected: {
    readonly statuses: readonly number[];
    /** Headers that the page must be able to read. */
    readonly exposed: readonly string[];
    readonly body: string | null;
  };
  readonly diagnoses: Readonly<Record<'unreachable' | 'refused' | 'hidden' | 'different', Diagnosis>>;
}
