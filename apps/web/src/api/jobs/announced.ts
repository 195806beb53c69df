import type { JobView } from '@coffer/contracts';

const listeners = new Set<() => void>();
let isAnnounced = false;
let open: readonly string[] = [];
let announcedEnds: ReadonlySet<string> = new Set();
let awaited = 0;

/**
 * Reports that the person has running jobs, started here or in another browser. `openIds` are jobs that this page
 * started.
 */
export function announceJobs(openIds: readonly string[] = []): void {
  isAnnounced = true;
  const unknown = openIds.filter((id) => !open.includes(id));
  if (unknown.length > 0) open = [...open, ...unknown];
  tell();
}

export function areJobsAnnounced(): boolean {
  return isAnnounced;
}

/** Jobs started here whose outcome is still unknown. They may end before they appear in a list of running jobs. */
export function openJobs(): readonly string[] {
  return open;
}

export function closeJobs(ids: readonly string[]): void {
  if (!open.some((id) => ids.includes(id))) return;
  open = open.filter((id) => !ids.includes(id));
  tell();
}

/**
 * Wraps a call that starts a job and may return its end. The job tray shows no ended job until the call returns,
 * because only then is it known which end is shown by a message.
 */
export async function awaitEnd<T>(call: () => Promise<T>): Promise<T> {
  awaited += 1;
  tell();
  try {
    return await call();
  } finally {
    awaited -= 1;
    tell();
  }
}

export function isEndAwaited(): boolean {
  return awaited > 0;
}

/** Marks the end of a job that this page has already shown, so that the job tray does not repeat it. */
export function announceEnd(jobId: string, state: JobView['state']): void {
  announcedEnds = new Set([...announcedEnds, `${jobId} ${state}`]);
  tell();
}

export function listAnnouncedEnds(): ReadonlySet<string> {
  return announcedEnds;
}

/** If the undo of a job was shown, its earlier end counts as shown too. */
export function isEndAnnounced(
  ends: ReadonlySet<string>,
  { id, state }: { readonly id: string; readonly state: string },
): boolean {
  return ends.has(`${id} ${state}`) || ends.has(`${id} undone`);
}

export function onJobsAnnounced(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function tell(): void {
  for (const listener of listeners) listener();
}
