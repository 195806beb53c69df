import type { CrcAlgorithm } from '@coffer/kit';

/**
 * The additional checksums of S3, as named in `x-amz-checksum-<name>`.
 * @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/checking-object-integrity-upload.html
 */
export const CHECKSUM_ALGORITHMS = ['sha256', 'sha1', 'crc32', 'crc32c', 'crc64nvme'] as const;
export type ChecksumAlgorithm = (typeof CHECKSUM_ALGORITHMS)[number];

/** FULL_OBJECT covers the bytes of the object; COMPOSITE is a checksum of the checksums of its parts. */
export const CHECKSUM_TYPES = ['FULL_OBJECT', 'COMPOSITE'] as const;
export type ChecksumType = (typeof CHECKSUM_TYPES)[number];

interface AlgorithmFacts {
  readonly digestBytes: number;
  readonly multipartTypes: readonly ChecksumType[];
  readonly element: string;
}

export const CHECKSUM_FACTS: Readonly<Record<ChecksumAlgorithm, AlgorithmFacts>> = {
  sha256: { digestBytes: 32, multipartTypes: ['COMPOSITE'], element: 'ChecksumSHA256' },
  sha1: { digestBytes: 20, multipartTypes: ['COMPOSITE'], element: 'ChecksumSHA1' },
  crc32: { digestBytes: 4, multipartTypes: ['COMPOSITE', 'FULL_OBJECT'], element: 'ChecksumCRC32' },
  crc32c: { digestBytes: 4, multipartTypes: ['COMPOSITE', 'FULL_OBJECT'], element: 'ChecksumCRC32C' },
  crc64nvme: { digestBytes: 8, multipartTypes: ['FULL_OBJECT'], element: 'ChecksumCRC64NVME' },
};

/** Whether the checksum of an object can be computed from those of its parts. */
export function isCombinable(algorithm: ChecksumAlgorithm): algorithm is CrcAlgorithm {
  return algorithm === 'crc32' || algorithm === 'crc32c' || algorithm === 'crc64nvme';
}

export function parseChecksumAlgorithm(name: string): ChecksumAlgorithm | undefined {
  return CHECKSUM_ALGORITHMS.find((algorithm) => algorithm === name.toLowerCase());
}

export function parseChecksumType(name: string): ChecksumType | undefined {
  return CHECKSUM_TYPES.find((type) => type === name);
}

export function isChecksumValue(algorithm: ChecksumAlgorithm, value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === CHECKSUM_FACTS[algorithm].digestBytes && bytes.toString('base64') === value;
}
