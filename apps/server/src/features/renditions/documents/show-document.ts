import {
  CONVERTED_EXTENSIONS,
  type ConversionAnswer,
  extensionOf,
  LIMITS,
  type Person,
  type ShowDocumentRequest,
  type VersionParams,
} from '@coffer/contracts';
import { defined, err, ok } from '@coffer/kit';
import type { Outcome } from '../../../operation.ts';
import type { Converter } from '../../../platform/converter/converter.ts';
import type { Services } from '../../../services.ts';
import { findNode } from '../../files/index.ts';
import { askForDocument, type ConversionRow, countWanted, findConversion } from '../store/conversions.ts';
import { CONVERTED_BYTES_MAX } from './convert-documents.ts';

export type DocumentNeeds = Pick<Services, 'db' | 'clock' | 'blobs'> & {
  readonly converter: Converter | undefined;
};

/** The maximum number of waiting conversions in all spaces. Beyond it, the browser's own viewer is used. */
const WANTED_MAX = 500;

/** Shows an office file as PDF, and starts the conversion if needed. Requires the rights for the file's content. */
export async function showDocument(
  services: DocumentNeeds,
  actor: Person,
  { nodeId, versionId, isLost }: VersionParams & ShowDocumentRequest,
): Outcome<ConversionAnswer, { readonly code: 'node_not_found' }> {
  const { db, clock, converter } = services;
  const now = clock.now();
  const access = await findNode(db, { actor, now }, nodeId);
  if (access === undefined) return err({ code: 'node_not_found' });
  const { name, space_id: spaceId } = access.node;
  const row = await findConversion(db, { spaceId, nodeId, versionId });
  if (row === undefined) return err({ code: 'node_not_found' });
  if (converter === undefined) return ok({ state: 'off' });
  const extension = extensionOf(name) ?? '';
  const isConverted = CONVERTED_EXTENSIONS.has(extension) && row.size_bytes > 0;
  if (!isConverted || row.size_bytes > CONVERTED_BYTES_MAX) return ok({ state: 'none' });
  if (row.state === 'ready' && !(isLost === true && (await isMissing(services, row)))) {
    return ok(present(services, row, name));
  }
  if (row.state === 'wanted') return ok({ state: 'wanted' });
  const isRefused = row.state === 'none' && row.due_at !== null && row.due_at > now;
  if (isRefused || row.state === 'dropped') return ok({ state: 'none' });
  if ((await countWanted(db)) >= WANTED_MAX) return ok({ state: 'none' });
  await askForDocument(db, { blobId: row.blob_id, extension, now });
  return ok({ state: 'wanted' });
}

function present({ blobs }: DocumentNeeds, row: ConversionRow, name: string): ConversionAnswer {
  const { url } = blobs.signGet({
    key: blobs.documentKeyFor(row.blob_id),
    name: `${name}.pdf`,
    mediaType: 'application/pdf',
    disposition: 'inline',
    lifeMs: LIMITS.downloadUrlLifeMs,
  });
  const sizeBytes = defined(row.document_bytes, 'a ready document has no size');
  return { state: 'ready', url, sizeBytes };
}

/** Whether the document is missing at the store. False if the store does not respond, which proves nothing. */
async function isMissing({ blobs }: DocumentNeeds, row: ConversionRow): Promise<boolean> {
  const head = await blobs.head(blobs.documentKeyFor(row.blob_id));
  return head.ok && head.value === undefined;
}
