import type { Person } from '@coffer/contracts';
import { err, ok } from '@coffer/kit';
import type { Outcome, Services } from '../../services.ts';
import { findNode, may, NEEDED_ROLE } from '../files/index.ts';
import { allNumbers, isOpen, partsFact, type UploadFailure, type UploadRow } from './model.ts';
import { findUpload } from './store.ts';

/** An upload that the actor began, into a folder that can still be met and added to. */
export async function getOwnUpload(
  services: Pick<Services, 'db' | 'clock'>,
  actor: Person,
  id: string,
): Outcome<UploadRow, UploadFailure> {
  const upload = await findUpload(services.db, id);
  if (upload === undefined || upload.created_by !== actor.id) return err({ code: 'upload_not_found' });
  if (!isOpen(upload.state)) return ok(upload);
  const asking = { actor, now: services.clock.now() };
  const parent = await findNode(services.db, asking, upload.parent_id);
  if (parent === undefined) return err({ code: 'node_not_found' });
  return may({ ...asking, role: parent.role }, 'add', parent.node)
    ? ok(upload)
    : err({ code: 'not_allowed', facts: { needed_role: NEEDED_ROLE.add } });
}

/** Why nothing more can be sent to an upload; undefined while it is open. */
export function closedFailure(upload: UploadRow, now: Date): UploadFailure | undefined {
  switch (upload.state) {
    case 'reserved':
    case 'uploading':
    case 'completing':
    case 'verifying':
      return now.getTime() >= upload.expires_at.getTime() ? { code: 'upload_expired' } : undefined;
    case 'expired':
      return { code: 'upload_expired' };
    case 'failed':
      return {
        code: 'checksum_mismatch',
        facts: { parts: partsFact(allNumbers(upload)), state: 'failed' },
      };
    case 'committed':
    case 'aborted':
      return { code: 'upload_not_found' };
  }
}
