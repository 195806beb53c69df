import type { BucketSource, SourceAddress } from '../../platform/blobs/source/bucket-source.ts';
import type { AddressGuard } from '../../platform/network/address-guard.ts';
import type { Services } from '../../services.ts';

/** Opens buckets that people chose. */
export interface BucketSources {
  readonly refusalOf: AddressGuard['refusalOf'];
  readonly open: (address: SourceAddress) => BucketSource;
}

export type ImportNeeds = Pick<
  Services,
  'blobs' | 'cipher' | 'clock' | 'db' | 'log' | 'newId' | 'settings'
> & { readonly bucketSources: BucketSources };
