import { SERVER_LIMITS } from '@coffer/contracts';
import type { Tx } from '../../../platform/db/db.ts';
import type { Services } from '../../../services.ts';
import { insertDownloads } from '../store/downloads.ts';
import { hashToken, newToken } from '../token.ts';
import { budgetOf } from './budget.ts';

/** Creates a URL of this server for each file, in the given order. The caller must have counted the downloads. */
export async function startDownloads(
  tx: Tx,
  { config, newId }: Pick<Services, 'config' | 'newId'>,
  start: {
    readonly token: string;
    readonly linkId: string;
    readonly downloads: readonly {
      readonly nodeId: string;
      readonly versionId: string;
      readonly sizeBytes: number;
    }[];
    readonly now: Date;
  },
): Promise<readonly { readonly url: string; readonly expiresAt: string }[]> {
  const { token, linkId, downloads, now } = start;
  const expiresAt = new Date(now.getTime() + SERVER_LIMITS.linkDownloadBeginMs);
  const keyed = downloads.map((download) => ({ ...download, key: newToken() }));
  await insertDownloads(
    tx,
    keyed.map(({ key, ...download }) => ({
      ...download,
      id: newId(),
      linkId,
      keyHash: hashToken(key),
      budgetBytes: budgetOf(download.sizeBytes),
      now,
      expiresAt,
    })),
  );
  return keyed.map(({ key }) => ({
    url: `${config.url}/api/v1/public/${token}/downloads/${key}`,
    expiresAt: expiresAt.toISOString(),
  }));
}
