import { nodeNameIssue } from '@coffer/contracts';
import { eachAtOnce } from '@coffer/kit';
import { issueMessage } from '../api/error-messages.ts';
import { CommandFailure } from '../command-failure.ts';
import type { Context } from '../context.ts';
import { fileErrorMessage } from '../local/file-errors.ts';
import { freeKilled } from './open-batches.ts';
import { uploadLarge } from './upload-large.ts';
import type { UploadFile } from './upload-request.ts';
import { batchesOf, isSmall, type Uploaded, uploadSmall } from './upload-small.ts';

const BATCHES_AT_ONCE = 2;

type Settle<F extends UploadFile> = (file: F, end: Uploaded) => void;

/** Uploads small files in batches, then large ones one after the other. Each succeeds or fails separately. */
export async function uploadFiles<F extends UploadFile>(
  context: Context,
  files: readonly F[],
  settle: Settle<F>,
): Promise<void> {
  const { progress } = context;
  if (files.length > 0) await freeKilled(context);
  progress.expect(
    files.length,
    files.reduce((sum, { local }) => sum + local.sizeBytes, 0),
  );
  const done: Settle<F> = (file, end) => {
    progress.addFile();
    settle(file, end);
  };
  const allowed = files.filter((file) => {
    const issue = nodeNameIssue(file.name);
    if (issue !== undefined)
      done(file, { outcome: 'failed', error: new CommandFailure(issueMessage(issue)) });
    return issue === undefined;
  });
  await eachAtOnce(batchesOf(allowed.filter(isSmall)), BATCHES_AT_ONCE, async (batch) => {
    const ends = await uploadBatch(context, batch);
    for (const [at, file] of batch.entries()) {
      const end = ends[at];
      if (end !== undefined) done(file, end);
    }
  });
  for (const file of allowed) if (!isSmall(file)) done(file, await uploadOne(context, file));
}

async function uploadBatch(context: Context, batch: readonly UploadFile[]): Promise<readonly Uploaded[]> {
  try {
    return await uploadSmall(context, batch);
  } catch (error) {
    context.signal.throwIfAborted();
    if (!(error instanceof CommandFailure)) throw error;
    return batch.map(() => ({ outcome: 'failed', error }));
  }
}

async function uploadOne(context: Context, file: UploadFile): Promise<Uploaded> {
  try {
    const node = await uploadLarge(context, file);
    return node === undefined ? { outcome: 'skipped' } : { outcome: 'uploaded', node };
  } catch (error) {
    context.signal.throwIfAborted();
    if (error instanceof CommandFailure) return { outcome: 'failed', error };
    const reason = fileErrorMessage(error);
    if (reason === undefined) throw error;
    return { outcome: 'failed', error: new CommandFailure(`${reason}.`) };
  }
}
