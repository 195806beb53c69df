const listeners = new Set<() => void>();
let isAnnounced = false;
let started: string[] = [];

/** Something of the person goes on at the server, begun here or in another browser. `startedIds`: begun here. */
export function announceJobs(startedIds: readonly string[] = []): void {
  isAnnounced = true;
  started.push(...startedIds);
  for (const listener of listeners) listener();
}

export function areJobsAnnounced(): boolean {
  return isAnnounced;
}

/** Each is told once. They may have ended before anybody saw them run. */
export function takeStartedJobs(): readonly string[] {
  const taken = started;
  started = [];
  return taken;
}

export function onJobsAnnounced(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
