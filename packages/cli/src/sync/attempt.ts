import type { Context } from '../context.ts';
import { showPath } from '../remote/remote-path.ts';
import type { Report } from '../report.ts';

/** Runs the work for one item, whose failure does not stop the others. */
export async function attempt(
  { signal }: Context,
  { path, report }: { readonly path: readonly string[]; readonly report: Report },
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
  } catch (error) {
    signal.throwIfAborted();
    report.fail(showPath(path), error);
  }
}
