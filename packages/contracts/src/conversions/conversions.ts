import * as z from 'zod/mini';
import { SizeBytes } from '../ids.ts';

export const ShowDocumentRequest = z.strictObject({
  /** The store did not return the document: check whether it still exists, and convert again if not. */
  isLost: z.optional(z.literal(true)),
});
export type ShowDocumentRequest = z.infer<typeof ShowDocumentRequest>;

/** `off`: there is no converter. `wanted`: not ready, ask again. `none`: this file cannot be converted. */
export const ConversionAnswer = z.discriminatedUnion('state', [
  z.object({
    state: z.literal('ready'),
    /** Presigned URL of a PDF. */
    url: z.string(),
    sizeBytes: SizeBytes,
  }),
  z.object({ state: z.literal('wanted') }),
  z.object({ state: z.literal('none') }),
  z.object({ state: z.literal('off') }),
]);
export type ConversionAnswer = z.infer<typeof ConversionAnswer>;
