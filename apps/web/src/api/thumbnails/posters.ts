import type { NodeId, VersionId } from '@coffer/contracts';
import { call } from '../calls/client.ts';

const listeners = new Set<(versionId: VersionId) => void>();

/** For lists that show the film. */
export function onPosterSent(listener: (versionId: VersionId) => void): void {
  listeners.add(listener);
}

/** A frame as a `data:` URL. A refusal changes nothing for the person. */
export async function sendPoster(nodeId: NodeId, versionId: VersionId, picture: string): Promise<void> {
  const sent = await call('setPoster', { params: { nodeId, versionId }, body: { picture } });
  if (sent.ok) for (const listener of listeners) listener(versionId);
}
