import type { NodeId, VersionId } from '@coffer/contracts';
import { call } from '../calls/client.ts';

const listeners = new Set<(versionId: VersionId) => void>();

/** Lets lists that show the video refresh its thumbnail. */
export function onPosterSent(listener: (versionId: VersionId) => void): void {
  listeners.add(listener);
}

/** Sends a frame of a video as a `data:` URL. The person is not told about a refusal. */
export async function sendPoster(nodeId: NodeId, versionId: VersionId, picture: string): Promise<void> {
  const sent = await call('setPoster', { params: { nodeId, versionId }, body: { picture } });
  if (sent.ok) for (const listener of listeners) listener(versionId);
}
