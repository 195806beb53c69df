import type { CreateUploadRequest, PartChecksums } from '@coffer/contracts';

/** What a reservation asks for. */
export type CreateUpload = Omit<CreateUploadRequest, 'parts'> & { readonly parts?: PartChecksums[] };
