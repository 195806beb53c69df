const listeners = new Set<() => void>();
let isAnnounced = false;
let open: readonly string[] = [];
let told: ReadonlySet<string> = new Set();

/** Something of the person goes on at the server, begun here or in another browser. `openIds`: to be followed. */
export function announceJobs(openIds: readonly string[] = []): void {
  isAnnounced = true;
  const unknown = openIds.filter((id) => !open.includes(id));
  if (unknown.length > 0) open = [...open, ...unknown];
  tell();
}

export function areJobsAnnounced(): boolean {
  return isAnnounced;
}

/** Begun here, and nobody knows yet how they ended. They may end before a list of what runs has them. */
export function openJobs(): readonly string[] {
  return open;
}

export function closeJobs(ids: readonly string[]): void {
  if (!open.some((id) => ids.includes(id))) return;
  open = open.filter((id) => !ids.includes(id));
  tell();
}

/** A message of this page tells how it ended, so that nobody else need. */
export function tellEnd(jobId: string, state: 'done' | 'undone'): void {
  told = new Set([...told, `${jobId} ${state}`]);
  tell();
}

export function toldEnds(): ReadonlySet<string> {
  return told;
}

/** What was undone is told as that, not as done any more. */
export function isEndTold(
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
